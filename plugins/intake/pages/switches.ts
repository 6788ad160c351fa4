// The checklist of an item as switches in place. Each button posts to the route that sets its step, with scripts in place and
// without them as a form, after which the page reloads. It sends the wanted state, so that it never undoes another user's change.
import { checklistSteps, type IntakeRow, type ChecklistStep } from '../../../db/sales/intake.ts';
import { addressOf, type PageContext } from '../../surfaces/pages/console/visit.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

/** What a page with switches loads. */
export const switchFiles = { scripts: ['switches.js'], styles: ['intake.css'] };

const formId = 'switches';

/** Shown once on a page with switches. */
export const switchForm = (visit: PageContext): Html =>
    postForm(visit, {
        id: formId,
        to: { rest: '/intake/toggle-checklist' },
        fields: { back: addressOf(visit.request) },
        data: { switches: '' },
        body: html`<p role="alert" class="said"></p>`
    });

/** Takes an item that no one owns. */
export const takeButton = (
    { app: { config } }: PageContext,
    { id, title }: IntakeRow,
    look: 'take' | 'take secondary' = 'take'
) =>
    html`<button type="submit" class="${look}" form="${formId}" formaction="${config.paths.rest}/intake/${id}/take" aria-label="Take it: ${title}">Take it</button>`;

/** What comes next with an open item, by its first step that is not done. */
export function nextOf(item: IntakeRow) {
    const step = checklistSteps.find((one) => !item[one]);
    return step === undefined ? 'Create a deal or close' : nextWords[step];
}

const nextWords: Readonly<Record<ChecklistStep, string>> = {
    reviewed: 'Review',
    priced: 'Price',
    approved: 'Get approval',
    responded: 'Answer'
};

/** The four steps of an item: switches while it is open, and words afterwards. */
export function switches({ app: { config, zone } }: PageContext, item: IntakeRow): Html {
    if (item.status !== 'intake_open') return html`${doneIn(item)}`;
    const one = (step: (typeof checklistSteps)[number]) => {
        const on = item[step];
        const at = item[`${step}At`];
        return html`<button type="submit" class="step" role="switch" form="${formId}" name="${on ? 'off' : 'on'}" value="${step}"
            formaction="${config.paths.rest}/intake/${item.id}/checklist" aria-checked="${String(on)}"
            aria-label="${stepWords[step]}: ${item.title}" ${at !== null && html`title="Changed ${dateIn(zone.name(), at)}"`}>${stepWords[step]}</button>`;
    };
    return html`<div class="steps">${checklistSteps.map(one)}</div>`;
}

function doneIn(item: IntakeRow) {
    const done = checklistSteps.filter((step) => item[step]).map((step) => stepWords[step]);
    return done.length === 0 ? 'no steps done' : done.join(', ');
}

/** The words of the checklist of an item. */
const stepWords: Readonly<Record<ChecklistStep, string>> = {
    reviewed: 'Reviewed',
    priced: 'Priced',
    approved: 'Approved',
    responded: 'Responded'
};
