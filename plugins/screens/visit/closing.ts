// How a candidate ends the questions without submitting: for an interview by a person, or to withdraw. Each has a page with the
// consequences, and the one button that does it.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { askForPerson } from '../../../db/council/asking-a-person.ts';
import { withdraw } from '../../../db/screens/cancellations.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { bodyOf, formPayload, readBody } from '../../surfaces/http/bodies/index.ts';
import { publicPageOptions, withForm } from '../../surfaces/openapi/route-docs.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { assertConfirmed, confirmBox, confirmField } from '../../surfaces/public-pages/confirm.ts';
import type { FailurePage } from '../../surfaces/http/form-post.ts';
import { type Access, notOpen, type Visit } from './access.ts';
import { saidPage } from './ending.ts';

interface Closing {
    id: string;
    summary: string;
    /** Whether it has been done, so that sent twice it changes nothing more. */
    isDone: (screen: ScreenRow) => boolean;
    /** `words`: what the candidate read before. */
    close: (tx: Tx, id: string, act: { words: string; at: number }) => Promise<unknown>;
}

const closings = {
    person: {
        id: 'askForPerson',
        summary: 'Closes the questions, because the candidate prefers a person.',
        isDone: ({ verdict }) => verdict?.fault === 'person_asked',
        close: askForPerson
    },
    stop: {
        id: 'withdraw',
        summary: 'Closes the questions and deletes the answers, because the candidate withdraws.',
        isDone: (screen) => hasWithdrawn(screen),
        close: (tx, id, { at }) => withdraw(tx, id, at)
    }
} as const satisfies Readonly<Record<string, Closing>>;

export type ClosingName = keyof typeof closings;
const names = Object.keys(closings) as ClosingName[];

/** The one that started and has no answers any more: what is cancelled otherwise was never started. */
export const hasWithdrawn = ({ kind, status, startedAt }: ScreenRow) =>
    kind === 'real' && status === 'ss_cancelled' && startedAt !== null;

/** The link to the page of one; nobody withdraws from what they have not begun. */
export const closingLink = ({ base, outside: { say } }: Pick<Visit, 'base' | 'outside'>, name: ClosingName) =>
    html`<p><a href="${base}?${name}">${say(`${name}.link`)}</a></p>`;

/** Which of the pages with the consequences the request is for. */
export const closingIn = ({ kind }: ScreenRow, { query }: Request) =>
    kind === 'real' ? names.find((name) => name in query) : undefined;

/** Shows the consequences before the confirmation. */
export function closingPage({ base, outside }: Visit, name: ClosingName, error?: string) {
    const { say } = outside;
    return publicPage(outside, {
        title: say(`${name}.title`),
        body: html`${problem(error, 'confirm')}<h1>${say(`${name}.title`)}</h1>
            <p>${say(`${name}.says`)}</p>
            <form method="post" action="${base}/${name}">
                ${confirmBox('confirm', say(`${name}.confirm`))}
                <button type="submit">${say(`${name}.yes`)}</button>
            </form>
            <p><a href="${base}">${say('person.back')}</a></p>`
    });
}

/** The page from then on. */
export const closedPage = (outside: Outside, name: ClosingName) =>
    saidPage(outside, outside.say('thanks.title'), [outside.say(`${name}.thanks`)]);

export const closingRoutes = (app: App, access: Access, failing: FailurePage): ServerRoute[] =>
    names.map((name) => ({
        method: 'POST',
        path: `/screen/{token}/${name}`,
        options: withForm(
            {
                ...publicPageOptions(failing, closings[name].id, closings[name].summary, {
                    status: 303,
                    body: Joi.object(confirmField).unknown(),
                    also: [404, 409, 429]
                }),
                payload: formPayload,
                pre: [readBody]
            },
            {
                showAgain({ plugins: { candidate: visit } }, h, { field, message }) {
                    if (!visit || field !== 'confirm') return undefined;
                    return h.response(closingPage(visit, name, message)).code(400);
                }
            }
        ),
        handler: async (request, h) => {
            const { screen, base, outside } = await access.find(request);
            if (screen?.kind !== 'real') throw notOpen();
            const { isDone, close }: Closing = closings[name];
            if (isDone(screen)) return h.redirect(base).code(303);
            assertConfirmed(bodyOf(request), outside);
            const act = { words: outside.say(`${name}.says`), at: app.now() };
            await app.store.write((tx) => close(tx, screen.id, act));
            return h.redirect(base).code(303);
        }
    }));
