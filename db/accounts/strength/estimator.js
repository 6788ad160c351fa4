// The thread of index.ts. It is JavaScript because a thread of TypeScript loads Node's compiler for it, 15 MB.
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Leaked passwords in lower case, most common first. */
const leaked = dictionary['passwords-common'];
const usual = new Set(leaked.slice(0, 3000).filter((word) => word.length > 3));
const estimator = new ZxcvbnFactory({ dictionary: { leaked }, graphs: adjacencyGraphs });

/** Words that attackers try first with additions, though they rarely leak alone. */
const more = ['abc', 'abcd', 'administrator', 'login', 'passw', 'passwort', 'qwertz', 'trustno'];
/** Names of this product: docs/explain/security.md lists them. */
const product = ['sage', 'council', 'sagecouncil', 'thecouncil'];

/** Attackers who know the person try this many first: zxcvbn counts them, and calls all below "very guessable". */
const fewest = 1e6;
/** Characters that are estimated: each further one costs time, and these alone must be hard to guess. */
const most = 32;

parentPort.on('message', ({ password, names }) => {
    const words = [...names.flatMap(wordsOf), ...product, ...more]; // the first are tried first
    tell({ isEasy: isMostlyAWord(password.toLowerCase(), words) || isGuessed(password, words) });
});
tell('ready');

function tell(reply) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort.postMessage(reply);
}

/** The parts of a name or an address, and adjacent parts joined to one word. */
function wordsOf(name) {
    const parts = name
        .normalize('NFKC')
        .toLowerCase()
        .split(/\P{L}+/u)
        .filter(Boolean)
        .slice(0, 8);
    const joined = parts.flatMap((_, from) => parts.map((_, to) => parts.slice(from, to + 1).join('')));
    return joined.filter((word) => word.length > 2);
}

function isGuessed(password, words) {
    const begin = Array.from(password).slice(0, most).join('');
    return estimator.check(begin, words).guesses < fewest;
}

/** Whether a password is a usual word with little around it: a year, digits, signs. */
function isMostlyAWord(password, words) {
    const word = password.replace(/\P{L}/gu, '');
    const isMost = 2 * word.length >= password.length || password.length - word.length <= 6;
    return isMost && (usual.has(word) || words.includes(word));
}
