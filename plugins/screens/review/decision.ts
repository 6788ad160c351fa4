// The decisions on a candidate so far, and the bar that takes the next.
import { type decisionMailsIn, isEmailed, toldDecisions } from '../../../db/judgement/decision-mails.ts';
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { Review } from '../../../db/judgement/levels.ts';
import type { MailRow, Mails } from '../../../db/jobs/mails.ts';
import { needsNoLevels } from '../../../db/sages/verdicts.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Typed } from '../../surfaces/http/form-post.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';

/** On the button of the choice. */
const decisionWords = {
    not_reviewed: 'Not decided',
    advanced: 'Advance',
    rejected: 'Reject',
    hired: 'Hire'
} as const;

/** The label of a decision. */
export const decidedWord = (decision: ScreenRow['decision']) =>
    decision === 'not_reviewed' ? decisionWords.not_reviewed : candidateStates[decision].en.label;

/** Whether the candidate learns of a decision by email. */
export interface DecisionEmailStatus {
    settings: Awaited<ReturnType<typeof decisionMailsIn>>;
    /** The one that was sent or waits, or the last of those that were not sent. */
    mail: Pick<MailRow, 'state' | 'createdAt' | 'about'> | undefined;
}

interface Deciding {
    screen: ScreenRow;
    /** The levels of this reviewer so far. */
    review: Review | undefined;
    /** How many answers there are, and the score from which the advice is to advance. */
    of: { answers: number; threshold: number };
    telling: DecisionEmailStatus;
    /** For how many minutes a decision can be undone. */
    minutes: number;
    /** What was chosen and typed, where it is not recorded. */
    typed: Typed;
    error: { field: string; message: string } | undefined;
}

/** The bar at the end of the form. There is nothing to decide before all levels of this reviewer are stored. */
export function decideBar({ screen, review, of, telling, minutes, typed, error }: Deciding) {
    const mayDecide = review?.complete || of.answers === 0 || needsNoLevels(screen.verdict);
    const chosen = typed['decision'] || (screen.decision === 'not_reviewed' ? '' : screen.decision);
    return html`<div class="decide"><div>${sumOf(review, of)}
        ${mayDecide && html`<fieldset id="decision"><legend>Decision</legend><div class="seg">${[...toldDecisions, 'not_reviewed' as const].map((one) => choice(one, { chosen, screen }))}</div></fieldset>`}
        <textarea id="note" name="note" class="note-field" dir="auto" aria-label="Note" rows="1" data-longest="2000" placeholder="Note for your team"
            ${error?.field === 'note' && { html: 'aria-invalid="true" aria-describedby="note-note"' }}>
${typed['note'] ?? ''}</textarea>
        <button type="submit">${mayDecide ? 'Save and next' : 'Save levels'}</button>
        ${error && html`<small id="note-note" class="problem">${error.message}</small>`}
        ${mayDecide && tellsOf(telling, minutes)}
        ${mayDecide && screen.decision === 'not_reviewed' && html`<small>Decide later: your levels are kept, and the candidate stays under ${candidateStates.waiting.en.label}.</small>`}</div></div>`;
}

function sumOf(review: Review | undefined, { answers, threshold }: Deciding['of']) {
    const given = review?.levels.length ?? 0;
    return review?.complete && review.score !== null
        ? html`<span class="sum"><b>${review.score} of 100</b><small>Advance from ${threshold}</small></span>`
        : html`<span class="sum"><b class="chosen"><span>${given}</span> of ${pluralize(answers, 'level')}</b><small>Score after all levels</small></span>`;
}

/** Which of the decisions the candidate is told about. */
function tellsOf(telling: DecisionEmailStatus, minutes: number) {
    const mailed = toldDecisions.filter((one) => isMailed(one, telling)).map((one) => decisionWords[one]);
    if (mailed.length === 0) return undefined;
    const when = minutes === 0 ? 'immediately' : `${pluralize(minutes, 'minute')} after you save`;
    return html`<small class="tells">Emails the candidate ${when}: ${mailed.join(', ')}.</small>`;
}

const choice = (decision: ScreenRow['decision'], { chosen, screen }: { chosen: string; screen: ScreenRow }) =>
    html`<label for="decision-${decision}"><input id="decision-${decision}" name="decision" type="radio" value="${decision}" ${decision === chosen && { html: 'checked' }} />
        ${decision === 'not_reviewed' && screen.decision === decision ? 'Decide later' : decisionWords[decision]}</label>`;

interface SoFar {
    judgement: Judgement;
    telling: DecisionEmailStatus;
    clock: Clock;
}

/** The decisions and notes so far, and whether the candidate was told. */
export function decisionsSoFar({ judgement, telling, clock }: SoFar) {
    const { decisions: made, notes } = judgement;
    if (made.length + notes.length === 0) return undefined;
    const items = [...made, ...notes]
        .toSorted((a, b) => a.id - b.id)
        .map(
            ({
                decision,
                deciderName,
                at,
                note,
                noteOnly
            }) => html`<li><strong>${noteOnly ? 'Note' : decidedWord(decision)}</strong>,
            ${deciderName ?? 'Someone'}, ${moment(at, clock)}${note !== '' && html`<br />${note}`}</li>`
        );
    return html`<section><h2>Decisions and notes</h2><ul>${items}</ul>${emailNote(telling, clock)}</section>`;
}

function emailNote({ mail }: DecisionEmailStatus, clock: Clock) {
    if (!mail) return undefined;
    const at = moment(mail.createdAt, clock);
    if (mail.state === 'dead')
        return html`<p>The email about the decision (${at}) was not sent. If the next decision is not emailed either, contact the candidate yourself.</p>`;
    if (!isEmailed(mail))
        return html`<p>The email about the decision (${at}) is queued. If you change the decision before then, no email is sent.</p>`;
    return html`<p>The email about the decision (${at}) is sent or on its way. No second email is sent: if you
        change the decision, contact the candidate yourself.</p>`;
}

/** Whether this decision would queue an email now. */
function isMailed(decision: ScreenRow['decision'], { settings, mail }: DecisionEmailStatus) {
    if (decision === 'not_reviewed' || !settings[decision].sends) return false;
    if (!mail || mail.state === 'dead') return true;
    return !isEmailed(mail) && (mail.about as Mails['screen_decided']).decision !== decision;
}
