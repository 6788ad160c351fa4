// The decisions on a candidate, each beside the earlier ones, and the form of the next.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { decisions, type ScreenRow } from '../../../db/screens/screens.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export const decisionWords = {
    not_reviewed: 'Not decided',
    advanced: 'Goes on',
    rejected: 'Does not go on',
    hired: 'Hired'
} as const;

interface Deciding {
    screen: ScreenRow;
    judgement: Judgement;
    clock: Clock;
    error: string | undefined;
}

export function decisionForm(visit: Visit, { screen, judgement, clock, error }: Deciding) {
    const typed = visit.flash?.typed ?? {};
    const chosen = typed['decision'] ?? (screen.decision === 'not_reviewed' ? '' : screen.decision);
    const help = 'Needed where it changes an earlier decision or goes against a recommendation.';
    const body = html`<fieldset><legend>You decide, no software does</legend>${decisions.map((one) => choice(one, chosen))}</fieldset>
        ${area({ name: 'note', label: 'Note', help, value: typed['note'] ?? '', error, maxlength: 2000, rows: 3 })}
        <button type="submit">Decide</button>`;
    return html`<section><h2>Decision</h2>${decisionList(judgement, clock)}
        ${postForm(visit, { to: { rest: `/screens/${screen.id}/decide` }, fields: { screen: screen.id }, body })}</section>`;
}

const choice = (decision: ScreenRow['decision'], chosen: string) =>
    html`<label for="decision-${decision}">
        <input id="decision-${decision}" name="decision" type="radio" value="${decision}" required ${decision === chosen && { html: 'checked' }} />
        ${decisionWords[decision]}</label>`;

function decisionList({ decisions: made }: Judgement, clock: Clock) {
    if (made.length === 0) return undefined;
    const items = made.map(
        ({ decision, deciderName, at, note }) => html`<li><strong>${decisionWords[decision]}</strong>,
            ${deciderName ?? 'somebody'}, ${moment(at, clock)}${note !== '' && html`<br />${note}`}</li>`
    );
    return html`<ul>${items}</ul>`;
}
