// argon2id, at most four hashes at once: each takes 46 MiB and about 70 ms of a core.
import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Refusal } from '../refusal.ts';

const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

// The one rule for the length of a password: whoever may set one may log in with it.
const least = 8;
export const longestPassword = 256;

/** Counts code points: a character beyond the basic plane is two units of UTF-16, and one here. */
const lengthOf = (password: string) => Array.from(password).length;

/** Whether a password is short enough to be one: more is not worth a hash. */
export const isPasswordSized = (password: string) => lengthOf(password) <= longestPassword;

/**
 * Hashes a password as a PHC string. Refuses: invalid_field for a password that is too short, long or common, and for one
 * that equals a name of its user.
 */
export async function hashPassword(password: string, names: readonly string[] = []) {
    await assertPassword(password);
    assertNoName(password, names);
    const nonce = randomBytes(16);
    const tag = await argon2id(password, nonce, cost);
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether this is the password of `hash`. Without a hash it takes the same time and returns false. */
export async function isPassword(password: string, hash: string = nobody) {
    const [, memory, passes, parallelism, nonce = '', tag = ''] = form.exec(hash) ?? [];
    const expected = Buffer.from(tag, 'base64');
    const actual = await argon2id(password, Buffer.from(nonce, 'base64'), {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length
    });
    return timingSafeEqual(actual, expected) && hash !== nobody;
}

/** Refuses: invalid_field for a password that is too short, too long or common; `field` is its form field. */
export async function assertPassword(password: string, field = 'password') {
    const refuse = (why: string) => {
        throw new Refusal('invalid_field', why, { field });
    };
    if (lengthOf(password) < least) refuse(`The password must have at least ${least} characters.`);
    if (!isPasswordSized(password)) refuse(`The password must have at most ${longestPassword} characters.`);
    if (await isCommon(password.normalize('NFKC').toLowerCase()))
        refuse('This password is too common. Please choose another.');
}

/** Refuses the user's own names, which attackers try first. */
export function assertNoName(password: string, names: readonly string[], field = 'password') {
    if (names.some((name) => name.toLowerCase() === password.toLowerCase()))
        throw new Refusal('invalid_field', 'The password must not be the login.', { field });
}

const runs = [
    '01234567890123456789',
    '98765432109876543210',
    'abcdefghijklmnopqrstuvwxyz',
    'qwertyuiopasdfghjklzxcvbnm',
    'qwertzuiopasdfghjklyxcvbnm'
];
const usualWords = 3000;
/** Words that attackers try first with additions, though they rarely leak alone. */
const moreWords = ['abc', 'abcd', 'administrator', 'login', 'passw', 'passwort', 'qwertz', 'trustno'];
/** Names of this product: docs/protection.md lists them. */
const ownWords = ['sage', 'council', 'sagecouncil', 'thecouncil'];

/** Whether a password is on the list of leaked ones, a sequence, of very few characters, or mostly a common word. */
async function isCommon(password: string) {
    if (new Set(password).size < 4 || runs.some((run) => run.includes(password))) return true;
    const listed = await leakedMost();
    const word = password.replace(/\P{L}/gu, '');
    const isMost = 2 * word.length >= password.length || password.length - word.length <= 6;
    return listed.includes(password) || (isMost && isUsual(word, listed));
}

const isUsual = (word: string, listed: readonly string[]) =>
    moreWords.includes(word) ||
    ownWords.includes(word) ||
    (word.length > 3 && listed.slice(0, usualWords).includes(word));

/** Leaked passwords in lower case, most common first. They are loaded when the first password is set, which is rare. */
async function leakedMost() {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return dictionary['passwords-common'];
}

interface Cost {
    memory: number;
    passes: number;
    parallelism: number;
    tagLength: number;
}

const argon2 = promisify(crypto.argon2);
/** A hash that no password matches. */
export function nobodysHash() {
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
}
const nobody = nobodysHash();

async function argon2id(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
    return limited(() =>
        argon2('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, ...cost })
    );
}

function base64(bytes: Buffer) {
    return bytes.toString('base64').replace(/=+$/, '');
}

const limit = pLimit(4);
const longestQueue = 32;

/** Computes up to four hashes at once while up to 32 wait. Refuses: unavailable when more would wait. */
function limited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= limit.concurrency + longestQueue)
        throw new Refusal('unavailable', 'Too many logins at once. Try again soon.');
    return limit(work);
}
