// A candidate requests a person: a page with the consequences, and the one button that does it.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { askForPerson } from '../../../db/council/asking-a-person.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { bodyOf, formPayload, readBody } from '../../surfaces/http/bodies/index.ts';
import { publicPageOptions, withForm } from '../../surfaces/openapi/route-docs.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { assertConfirmed, confirmBox, confirmField } from '../../surfaces/public-pages/confirm.ts';
import type { FailurePage, FormPost } from '../../surfaces/http/form-post.ts';
import { type Access, notOpen, type Visit } from './access.ts';

export const askPersonLink = ({ base, outside: { say } }: Pick<Visit, 'base' | 'outside'>) =>
    html`<p><a href="${base}?person">${say('person.link')}</a></p>`;

/** Shows the consequences before the confirmation. */
export function personPage({ base, outside }: Visit, error?: string) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('person.title'),
        body: html`${problem(error, 'confirm')}<h1>${say('person.title')}</h1>
            <p>${say('person.says')}</p>
            <form method="post" action="${base}/person">
                ${confirmBox('confirm', say('person.confirm'))}
                <button type="submit">${say('person.yes')}</button>
            </form>
            <p><a href="${base}">${say('person.back')}</a></p>`
    });
}

/** The page from then on. */
export function personAskedPage(outside: Outside) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('thanks.title'),
        body: html`<h1>${say('thanks.title')}</h1>
            <p>${say('person.thanks')}</p>`
    });
}

/** Whether the request is for the page that shows the consequences. */
export const isAskingForPerson = ({ kind }: ScreenRow, { query }: Request) =>
    kind === 'real' && 'person' in query;

export const personRoute = (app: App, access: Access, failing: FailurePage): ServerRoute => ({
    method: 'POST',
    path: '/screen/{token}/person',
    options: withForm(
        {
            ...publicPageOptions(
                failing,
                'askForPerson',
                'Closes the questions, because the candidate prefers a person.',
                { status: 303, body: Joi.object(confirmField).unknown(), also: [404, 409, 429] }
            ),
            payload: formPayload,
            pre: [readBody]
        },
        personForm
    ),
    handler: askPerson(app, access)
});

const personForm: FormPost = {
    showAgain({ plugins: { candidate: visit } }, h, { field, message }) {
        if (!visit || field !== 'confirm') return undefined;
        return h.response(personPage(visit, message)).code(400);
    }
};

/** Closes the questions. Sent twice it changes nothing more. */
function askPerson({ store, now }: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const { screen, base, outside } = await access.find(request);
        if (screen?.kind !== 'real') throw notOpen();
        if (screen.verdict?.fault === 'person_asked') return h.redirect(base).code(303);
        assertConfirmed(bodyOf(request), outside);
        const words = outside.say('person.says');
        await store.write((tx) => askForPerson(tx, screen.id, { words, at: now() }));
        return h.redirect(base).code(303);
    };
}
