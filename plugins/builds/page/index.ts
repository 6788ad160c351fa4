// The report card of a build as a page, for users who may read its JSON form. Emails link to it.
import type { ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { listRuns } from '../../../db/builds/run-list.ts';
import type { RunRow } from '../../../db/builds/runs.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { scansLanguage } from '../../../db/sages/words.ts';
import { gateStates } from '../../../words/states/builds.ts';
import type { Gate } from '../../../db/builds/reports.ts';
import type { App } from '../../app.ts';
import { council, editors, staff } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, formatDuration, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { checkProgress } from '../../shared/check-progress.ts';
import { paidFor } from '../../shared/credits-view.ts';
import { type PromiseName, promises } from '../../shared/gates.ts';
import { nameOf, sagePath } from '../../shared/sage-view.ts';
import { mayCheck, type Stage, stageOf } from '../../shared/stage.ts';
import { type AskedReport, type Checked, findChecked, ofReport } from '../report.ts';
import type { ReportCard } from '../report-card.ts';
import { evidenceFold } from './evidence.ts';
import { failuresOf, stoppingSection, warningsFold } from './failures.ts';
import { agrees, cardView, type CardView, verdictPart } from './verdict.ts';
import { isBlockingFailure, runBadge, toneIcon } from './run-badge.ts';

export const reportPage = (app: App): ServerRoute =>
    consolePage<AskedReport>(app, {
        id: 'showBuildReport',
        path: '/sages/{id}/builds/{run_id}',
        description: 'Shows the progress of a check of a sage, then its report, and the earlier ones.',
        ...ofReport,
        scope: council,
        show: (asked, visit) => showReport(visit, asked)
    });

/** Its progress, or its report. While it runs, the page asks for itself again, and so reads no more than the steps. */
async function showReport(visit: PageContext, asked: AskedReport): Promise<View> {
    const checked = await findChecked(visit.app, asked, visit.actor);
    const { sage, run } = checked;
    const isRunning = run.state === 'running';
    const cancel = isRunning && mayRepair(visit) ? [cancelDialog(visit, sage, run)] : [];
    const shown = isRunning
        ? { body: await checkProgress(visit, run), evidence: undefined }
        : await report(visit, checked);
    const part = live({
        id: 'card',
        path: `${sagePath(sage)}/builds/${run.runId}`,
        isRunning,
        every: 2,
        body: html`${shown.body} ${cancel.map((one) => html`<div class="acts">${dialogButton(one)}</div>`)}`
    });
    return {
        title: `Check of ${nameOf(sage)}`,
        styles: ['sages.css'],
        crumbs: [
            { word: 'Sages', href: '/sages' },
            { word: nameOf(sage), href: sagePath(sage) }
        ],
        narrow: true,
        body: html`${part.html} ${shown.evidence}`,
        dialogs: cancel,
        live: [part]
    };
}

/** As of its check; only that of the latest one leads on. */
async function report(visit: PageContext, { sage, run }: Checked) {
    const view = await cardView(visit.app, { sage, run });
    const runs = await listRuns(visit.app.store.read, sage.id, mostShown);
    const next = runs[0]?.runId === run.runId ? await wayOn(visit, sage, run) : undefined;
    return {
        body: html`${cardParts(view, next)} ${runs.length > 1 && checksFold(visit, sage, runs)}`,
        evidence: evidenceFold(view)
    };
}

const mostShown = 20;

function cardParts(view: CardView, next: Awaited<ReturnType<typeof wayOn>> | undefined) {
    const { card, sage, language } = view;
    const failures = failuresOf(card, sage.criteria);
    return html`${verdictPart(view, failures)} ${next?.html} ${confirmedNote(view)} ${unreadNote(card)}
        ${stoppingSection(failures, next?.isFilled !== true)} ${promisesSection(card, language)} ${warningsFold(failures)} ${card.state === 'completed' && limitNote(view)}`;
}

/** The steps that the page of the sage has a button for. */
const words: Partial<Record<Stage['next'], string>> = {
    write: 'Write your questions',
    check: 'Run the check',
    finish: 'Finish the questions',
    changed: 'Run the check again',
    stopped: 'Run the check again',
    confirm: 'Confirm the test answers',
    open: 'Open it for candidates'
};

/** What comes after the latest check, as one button; what failed and is not changed since has its own. */
async function wayOn(visit: PageContext, sage: SageRow, run: RunRow) {
    const stage = await stageOf(visit.app, sage);
    const isUnchanged = run.failure === 'gate' && !['changed', 'check', 'finish'].includes(stage.next);
    const link = isUnchanged ? undefined : nextLink(visit.actor, sage, stage);
    const retry = run.state === 'failed' &&
        mayRepair(visit) && {
            to: { rest: `/admin/builds/${run.runId}/retry` },
            fields: { sage: sage.id },
            body: html`<button type="submit" class="secondary">Retry from the failed step</button>`
        };
    return {
        isFilled: link !== undefined,
        html: html`<div class="acts">${link && html`<a role="button" href="${link.href}">${link.word}</a>`}
            ${retry && postForm(visit, retry)}</div>`
    };
}

function nextLink(actor: Actor, sage: SageRow, { next, testScreenId, isAnswered }: Stage) {
    const href = sagePath(sage);
    const toSage = { word: 'Go to the sage', href };
    const mayRead = may(actor, 'council_screen');
    if (next === 'read')
        return isAnswered && mayRead
            ? { word: 'Read the test answers', href: `/screens/${testScreenId}` }
            : { word: 'Continue', href };
    if (next === 'meet')
        return mayRead ? { word: 'Invite candidates', href: `/screens/invite?sage_id=${sage.id}` } : toSage;
    const word = words[next];
    return mayGoOn(actor, sage, next) ? word && { word, href } : toSage;
}

/** Whether this user may take the next step; the page of the sage says who may. */
function mayGoOn(actor: Actor, sage: SageRow, next: Stage['next']) {
    if (next === 'open') return may(actor, 'ss_council_admin');
    return ['changed', 'stopped', 'check'].includes(next) ? mayCheck(actor, sage) : may(actor, ...editors);
}

const mayRepair = ({ actor }: PageContext) =>
    staff.some((one) => actor.capabilities.some((held) => held === one));

const cancelDialog = (visit: PageContext, sage: SageRow, { runId, cost }: RunRow) =>
    dialog(visit, {
        id: 'cancel',
        title: 'Cancel this check?',
        says: html`<p>The check stops now. The reserved credits (${cost}) are released. The version in use stays in use.</p>`,
        to: { rest: `/admin/builds/${runId}/cancel` },
        hidden: { sage: sage.id },
        button: 'Cancel the check',
        isDangerous: true
    });

function checksFold({ app }: PageContext, sage: SageRow, runs: readonly RunRow[]) {
    const clock = clockOf(app);
    return html`<details class="fold"><summary>All checks <small>${pluralize(runs.length, 'check')}, newest first</small></summary>${table(
        {
            caption: 'Checks of this sage',
            rows: runs,
            href: ({ runId }) => `${sagePath(sage)}/builds/${runId}`,
            columns: [
                { title: 'Started', cell: ({ startedAt }) => moment(startedAt, clock) },
                { title: 'State', cell: ({ state }) => runBadge(state) },
                {
                    title: 'Duration',
                    cell: ({ startedAt, endedAt }) =>
                        endedAt === null ? '–' : formatDuration(endedAt - startedAt),
                    minor: true
                },
                { title: 'Credits', cell: paidFor, number: true },
                {
                    title: 'In use',
                    cell: ({ runId }) => (runId === sage.releaseRunId ? 'yes' : ''),
                    minor: true
                }
            ]
        }
    )}</details>`;
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

type Promised = readonly [title: string, says: string, ofLevels?: string];

/** What each shows; `ofLevels` where the evaluator gives levels. */
const promised: Readonly<Record<Exclude<PromiseName, 'ready'>, Promised>> = {
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

const unscanned: Promised = [
    'Your questions are in order',
    'Words were looked at in English and German only. Read them once yourself: could one disadvantage a group of people?'
];

/** The first number of these results counts what went wrong. */
const countsWrong = new Set(['shu.kind', 'ha.identity', 'ha.reversed', 'ri.canary', 'ri.harmless']);

/** Each result starts with its numbers: `27 of 30 (90%)`, `0 of 40 swaps changed a finding`. */
const figures = /^(\d+) of (\d+)\b/;

/** Their cases are counted by the other gates of the promise, or they count no cases. */
const uncounted = new Set(['shu.valid', 'shu.criterion', 'training.screen']);

/** How many of what a gate tried came out wrong; nothing for a gate without numbers. */
function triedIn({ id, measured, passed }: Gate) {
    if (id in promises.neutral) return { wrong: passed ? 0 : 1, of: 1 };
    const [, count = '0', of = '0'] = (!uncounted.has(id) && figures.exec(measured)) || [];
    return { wrong: countsWrong.has(id) ? Number(count) : Number(of) - Number(count), of: Number(of) };
}

/** `90 of 90` where all is well, otherwise `1 of 12 failed`. */
function countOf(gates: readonly Gate[], isWell: boolean) {
    const all = gates.map(triedIn);
    const sum = (part: 'wrong' | 'of') => all.reduce((total, one) => total + one[part], 0);
    const [wrong, of] = [sum('wrong'), sum('of')];
    if (of === 0) return isWell ? passed : failed;
    return isWell ? `${of - wrong} of ${of}` : `${wrong} of ${of} failed`;
}

const passed = gateStates.passed.en.label;
const failed = gateStates.missed.en.label;

/** What was tried in a check, as six promises with their counts. Each count is the sum of what its gates measured. */
export function promisesSection({ steps, cases }: ReportCard, language = 'en'): Html {
    const gates = steps.flatMap((step) => step.gates);
    const names = Object.keys(promised) as (keyof typeof promised)[];
    return html`<section><div class="section-head"><h2>What was checked</h2>${cases.run > 0 && html`<small>${cases.run} test answers. One can count in more than one row.</small>`}</div>
        ${names.map((name) => promiseItem(name, gates, language))}</section>`;
}

function promiseItem(name: keyof typeof promised, gates: readonly Gate[], language: string) {
    const [title, says, ofLevels = says] =
        name === 'neutral' && !scansLanguage(language) ? unscanned : promised[name];
    const own = gates.filter(({ id }) => id in promises[name]);
    const [tone, result] = resultOf(own);
    return html`<article class="promise ${tone}">${toneIcon(tone)}<h3>${title}</h3><span>${result}</span>
        <small>${gates.some(({ id }) => id === 'shu.levels') ? ofLevels : says}</small></article>`;
}

function resultOf(gates: readonly Gate[]) {
    if (gates.length === 0) return ['later', 'Not reached yet'] as const;
    const applying = gates.filter(({ applies = true }) => applies);
    if (applying.length === 0) return ['later', 'Not tried for this sage'] as const;
    const isWell = applying.every(({ passed }) => passed);
    const tone = isWell ? 'good' : applying.some(isBlockingFailure) ? 'bad' : 'wait';
    return [tone, countOf(applying, isWell)] as const;
}
