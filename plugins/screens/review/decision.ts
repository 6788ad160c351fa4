// The decisions on a candidate, with the earlier ones, and the form of the next.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { type decisionMailsIn, isEmailed } from '../../../db/judgement/decision-mails.ts';
import type { MailRow, Mails } from '../../../db/jobs/mails.ts';
import { decisions, type ScreenRow } from '../../../db/screens/screens.ts';
import type { Typed } from '../../surfaces/http/form-post.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { html } from '../../surfaces/pages/layout.ts';
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
    judgement: Judgement;
    telling: DecisionEmailStatus;
    clock: Clock;
    /** What was chosen and typed, where it is not recorded. */
    typed: Typed;
    error: string | undefined;
}

/** A part of the form of the page, so that levels which are not saved yet go with the decision. */
export function decisionPart({ screen, judgement, telling, clock, typed, error }: Deciding) {
    const chosen = typed['decision'] || (screen.decision === 'not_reviewed' ? '' : screen.decision);
    const help = 'Required if you change a decision or go against a recommendation.';
    return html`<section><h2>Decision</h2>${decisionList(judgement, clock)}
        <fieldset><legend>Your decision</legend>${decisions.map((one) => choice(one, { chosen, telling }))}</fieldset>
        ${emailNote(telling, clock)}
        ${area({ name: 'note', label: 'Note', help, value: typed['note'] ?? '', error, maxlength: 2000, rows: 3 })}
        <button type="submit">Save decision</button></section>`;
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

const choice = (
    decision: ScreenRow['decision'],
    { chosen, telling }: { chosen: string; telling: DecisionEmailStatus }
) =>
    html`<label for="decision-${decision}">
        <input id="decision-${decision}" name="decision" type="radio" value="${decision}" required ${decision === chosen && { html: 'checked' }} />
        ${decisionWords[decision]}${isMailed(decision, telling) && html` <small>Emails the candidate immediately.</small>`}</label>`;

function decisionList({ decisions: made }: Judgement, clock: Clock) {
    if (made.length === 0) return undefined;
    const items = made.map(
        ({ decision, deciderName, at, note }) => html`<li><strong>${decidedWord(decision)}</strong>,
            ${deciderName ?? 'Someone'}, ${moment(at, clock)}${note !== '' && html`<br />${note}`}</li>`
    );
    return html`<ul>${items}</ul>`;
}
