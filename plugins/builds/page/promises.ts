// What was tried in a check, as six promises with their counts. Each count is the sum of what its gates measured.
import { gateStates } from '../../../words/states/builds.ts';
import type { Gate } from '../../../db/builds/reports.ts';
import { type PromiseName, promises } from '../../shared/gates.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';
import { toneIcon } from './icon.ts';
import { isBlockingFailure } from './run-badge.ts';

type Words = readonly [title: string, says: string, ofLevels?: string];

/** What each shows; `ofLevels` where the evaluator gives levels. */
const words: Readonly<Record<Exclude<PromiseName, 'ready'>, Words>> = {
    found: [
        'It finds what people say',
        'When an answer says one of your phrases, that passage is marked.',
        'Test answers get the level that you gave them.'
    ],
    nothing: [
        'It finds nothing that is not there',
        'What is denied, asked, supposed or said of others does not count. Empty answers get nothing.',
        'Each quote is in the answer word for word. Empty answers get nothing.'
    ],
    alike: [
        'It treats people alike',
        'The same answer with another name, age, origin, religion or career gap gets the same result.'
    ],
    same: ['It stays the same', 'The same answer again, or in another layout, gets the same result.'],
    firm: [
        'It cannot be talked round',
        'Orders, praise, hidden text and copied questions gain nothing. Harmless answers lose nothing.'
    ],
    neutral: [
        'Your questions are neutral',
        'No word about age, origin, religion, family or health without a reason. No question gives its answer away.'
    ]
};

/** The first number of these results counts what went wrong. */
const wrong = new Set(['shu.kind', 'ha.identity', 'ha.reversed', 'ri.canary', 'ri.harmless']);

/** Each result starts with its numbers: `27 of 30 (90%)`, `0 of 40 swaps changed a finding`. */
const figures = /^(\d+) of (\d+)\b/;

/** Their cases are counted by the other gates of the promise, or they count no cases. */
const uncounted = new Set(['shu.valid', 'shu.criterion', 'training.screen']);

/** How many of what a gate tried came out as they should; nothing for a gate without numbers. */
function triedIn({ id, measured, passed }: Gate) {
    if (id in promises.neutral) return { right: passed ? 1 : 0, of: 1 };
    const [, count = '0', of = '0'] = (!uncounted.has(id) && figures.exec(measured)) || [];
    return { right: wrong.has(id) ? Number(of) - Number(count) : Number(count), of: Number(of) };
}

const passed = gateStates.passed.en.label;
const failed = gateStates.missed.en.label;

function countOf(gates: readonly Gate[]) {
    const all = gates.map(triedIn);
    const sum = (part: 'right' | 'of') => all.reduce((total, one) => total + one[part], 0);
    return sum('of') === 0 ? passed : `${sum('right')} of ${sum('of')}`;
}

export function promisesSection({ steps, cases }: ReportCard): Html {
    const gates = steps.flatMap((step) => step.gates);
    const names = Object.keys(words) as (keyof typeof words)[];
    return html`<section><div class="section-head"><h2>What was checked</h2>${cases.run > 0 && html`<small>${cases.run} test answers</small>`}</div>
        ${names.map((name) => promiseItem(name, gates))}</section>`;
}

function promiseItem(name: keyof typeof words, gates: readonly Gate[]) {
    const [title, says, ofLevels = says] = words[name];
    const own = gates.filter(({ id }) => id in promises[name]);
    const [tone, result] = resultOf(own);
    return html`<article class="promise ${tone}">${toneIcon(tone)}<h3>${title}</h3><span>${result}</span>
        <small>${gates.some(({ id }) => id === 'shu.levels') ? ofLevels : says}</small></article>`;
}

function resultOf(gates: readonly Gate[]) {
    if (gates.length === 0) return ['later', 'Not reached yet'] as const;
    const applying = gates.filter(({ applies = true }) => applies);
    if (applying.length === 0) return ['later', 'Not tried for this sage'] as const;
    const count = countOf(applying);
    if (applying.some(isBlockingFailure))
        return ['bad', count === passed ? failed : `${failed}: ${count}`] as const;
    return [applying.every(({ passed }) => passed) ? 'good' : 'wait', count] as const;
}
