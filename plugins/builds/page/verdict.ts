// The result of a check in one sentence, with what it means for people who hire.
import type { Figures } from '../../../db/judgement/licence/rules.ts';
import type { App } from '../../app.ts';
import type { Failure } from '../../shared/failures.ts';
import { type Checked, readReport } from '../report.ts';
import { reportCardOf } from '../report-card.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { type CardTone, toneIcon } from './run-badge.ts';

/** What the page of a report shows. */
export async function cardView(app: App, { sage, run }: Checked) {
    const { build, licence, measured } = await readReport(app, { sage, run });
    const { confirmedWords, language } = build; // of its answers
    const card = reportCardOf(build, licence, measured);
    const place = { restPath: app.config.paths.rest, timeZone: app.zone.name() };
    return { card, sage, language, figures: licence.figures, confirmedWords, ...place };
}

export type CardView = Awaited<ReturnType<typeof cardView>>;

interface Verdict {
    tone: CardTone;
    title: string;
    says: Part;
}

export function verdictPart(view: CardView, failures: readonly Failure[]): Html {
    const { tone, title, says } = verdictOf(view, failures);
    return html`<div class="verdict ${tone}"><div class="disc">${toneIcon(tone)}</div><div><h2>${title}</h2><p>${says}</p></div></div>`;
}

function verdictOf(view: CardView, failures: readonly Failure[]): Verdict {
    const { card, timeZone } = view;
    const { state, ended_at } = card;
    const on = ended_at === null ? '' : dateIn(timeZone, new Date(ended_at));
    if (state === 'completed')
        return { tone: 'good', title: `Passed on ${on.replace(/ at .*/, '')}`, says: meaning(view) };
    const stopping = failures.filter(({ blocks }) => blocks);
    return {
        tone: 'bad',
        title: stopping.length > 0 ? `Failed: ${whatFailed(stopping)}` : stopped(card),
        says: `Checked on ${on}. You got the credits back.`
    };
}

function whatFailed(stopping: readonly Failure[]) {
    const [first] = stopping;
    if (stopping.length === 1 && first)
        return `${first.title.charAt(0).toLowerCase()}${first.title.slice(1)}`;
    const isWords = stopping.every(({ gateId }) => gateId === 'rubric.protected');
    return `${stopping.length} ${isWords ? 'words could disadvantage people' : 'things to change'}`;
}

const reasons: Readonly<Record<string, string>> = {
    over_budget: 'the evaluator was too slow',
    evaluator_unavailable: 'the evaluator did not answer',
    timed_out: 'the check took too long',
    cancelled: 'someone cancelled the check'
};

/** Without a failure of the sage. */
const stopped = ({ state, failure }: CardView['card']) =>
    `Stopped: ${reasons[failure ?? ''] ?? reasons[state] ?? 'an error in the program'}`;

/** What a sage that passed does, and what it leaves to people. */
function meaning({ card, figures }: CardView) {
    if (card.steps.some(({ gates }) => gates.some(({ id }) => id === 'shu.found')))
        return 'It marks what candidates say. It does not grade anyone: people give the levels and decide.';
    const { licensed, first_line, reasons: why } = card.licence;
    const [, ...more] = why; // the first reason is part of the first line
    const now = licensed ? html`Recommendations are on. ${agrees(figures)}` : [first_line, ...more].join(' ');
    return html`It suggests levels. People give the levels and decide. ${now}`;
}

/** How often the evaluator and people gave the same level. */
export const agrees = (figures: Figures | null) =>
    figures !== null &&
    figures.n > 0 &&
    `The evaluator gave the same level as your reviewers for ${Math.round(figures.exact * 100)}% of the labels.`;
