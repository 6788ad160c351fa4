// The report card of a build as a page, for users who may read its JSON form. Emails link to it.
import type { ServerRoute } from '@hapi/hapi';
import { gateStates } from '../../../words/states/builds.ts';
import type { Gate } from '../../../db/builds/reports.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { type PromiseName, promises } from '../../shared/gates.ts';
import { type AskedReport, readReport, ofReport } from '../report.ts';
import { reportCardOf, type ReportCard } from '../report-card.ts';
import { evidenceFold } from './evidence.ts';
import { failuresOf, stoppingSection, warningsFold } from './failures.ts';
import { agrees, type CardView, verdictPart } from './verdict.ts';
import { isBlockingFailure, toneIcon } from './run-badge.ts';

export const reportPage = (app: App): ServerRoute =>
    consolePage<AskedReport>(app, {
        id: 'showBuildReport',
        path: '/sages/{id}/builds/{run_id}',
        description: 'Shows the report of a build.',
        ...ofReport,
        scope: council,
        show: (asked, { actor }) => showReport(app, asked, actor)
    });

async function showReport(app: App, asked: AskedReport, actor: PageContext['actor']) {
    const { sage, build, licence, measured } = await readReport(app, asked, actor);
    const card = reportCardOf(build, licence, measured);
    const { paths, timeZone } = app.config;
    const { confirmedWords } = build;
    return cardPage({ card, sage, figures: licence.figures, confirmedWords, restPath: paths.rest, timeZone });
}

/** While the check runs, the card fetches itself again; the fold does not, so that it stays open. */
function cardPage(view: CardView): View {
    const { card, sage } = view;
    const path = `/sages/${card.sage_id}/builds/${card.run_id}`;
    const failures = failuresOf(card, sage.criteria);
    const body = html`${verdictPart(view, failures)} ${confirmedNote(view)} ${unreadNote(card)}
        ${stoppingSection(failures)} ${promisesSection(card)} ${warningsFold(failures)} ${card.state === 'completed' && limitNote(view)}`;
    const part = live({ id: 'card', path, isRunning: card.state === 'running', every: 5, body });
    return {
        title: `Report card: ${sage.name}`,
        styles: ['sages.css'],
        crumbs: [
            { word: 'Sages', href: '/sages' },
            { word: sage.name, href: `/sages/${card.sage_id}` },
            { word: 'Checks', href: `/sages/${card.sage_id}/build` }
        ],
        narrow: true,
        body: html`${part.html} ${evidenceFold(view)}`,
        live: [part]
    };
}

/** Which words may name a protected attribute, why they are used, and who confirmed it. */
function confirmedNote({ confirmedWords }: CardView) {
    if (confirmedWords.length === 0) return undefined;
    return html`<section class="note wait"><div><b>These words could disadvantage people.</b> A person confirmed that the job needs
        them, and is responsible for that:
        <dl>${confirmedWords.map(({ word, reason, by }) => html`<dt>${word}</dt><dd>${reason} <small>(${by ?? 'a user who was removed'})</small></dd>`)}</dl></div></section>`;
}

/** A sage in a language that the built-in evaluator does not read. */
function unreadNote({ steps }: ReportCard) {
    const found = steps.flatMap(({ gates }) => gates).find(({ id }) => id === 'shu.found');
    return found?.applies === false && html`<p class="note wait">${found.measured}</p>`;
}

const limitNote = ({ figures }: CardView) =>
    html`<section class="note"><div><b>What this does not say.</b> It shows that the program does what you wrote, not that your questions
        are right for the job. ${agrees(figures)} It can miss what is said in other words, so always read the whole answer.</div></section>`;

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

/** What was tried in a check, as six promises with their counts. Each count is the sum of what its gates measured. */
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
