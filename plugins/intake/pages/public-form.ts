// The public form that creates an item: the one page that may be framed. It reads and sets no cookie, and is in the language of
// the browser.
import type { ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { bodyOf } from '../../surfaces/http/bodies/index.ts';
import { framedBy } from '../../surfaces/http/security-headers.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { humanCheckField } from '../../surfaces/human-check/field.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import {
    publicErrorPage,
    type Outside,
    outsideFor,
    publicPage
} from '../../surfaces/public-pages/outside.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { FailurePage } from '../../surfaces/http/form-post.ts';
import { publicFormPath } from '../rights.ts';
import { type FieldWords, itemFields, wrongWith } from './fields.ts';

const isSent = Joi.object<{ sent?: string }>({ sent: Joi.string() }).unknown();

export const publicFormPage = (app: App): ServerRoute => ({
    method: 'GET',
    path: publicFormPath,
    options: {
        ...pageDocs('showPublicIntakeForm', 'Shows the public intake form.'),
        auth: false,
        state: { parse: false }
    },
    handler: async (request, h) => {
        const { sent } = isSent.validate(request.query).value as { sent?: unknown };
        const outside = await outsideFor(app, request);
        return sent === '1' ? thanks(outside, h) : formPage(outside, h, {});
    }
});

/** A browser is thanked on a page of its own, so that loading it again sends nothing. */
export const toThanks = (h: ResponseToolkit) => h.redirect(`${publicFormPath}?sent=1`).code(303);

/** The response to a refused post shows the form with its input: there is no cookie to store it. */
export const publicForm = (app: App): FormPost => ({
    showAgain: async (request, h, refusal) =>
        formPage(await outsideFor(app, request), h, { form: bodyOf(request), refusal }).code(
            statuses[refusal.reason] ?? 400
        )
});

/** A post that could not be read is not shown again: it is too large, or it broke on the way. */
export const publicFormFailure =
    (app: App): FailurePage =>
    async (request, status) =>
        publicErrorPage(await outsideFor(app, request), status, (kind) => ({
            next: kind === 413 ? 'form.next.413' : kind < 500 ? 'form.refused' : 'form.busy'
        }));

const statuses: Partial<Record<Refusal['reason'], number>> = {
    forbidden: 403,
    too_many_requests: 429,
    unavailable: 503
};

const fieldWords = ({ say }: Outside): FieldWords => ({
    labels: {
        title: say('form.about'),
        contact_name: say('form.name'),
        contact_email: say('form.email'),
        company: say('form.company'),
        message: say('form.message')
    },
    errors: {
        title: say('form.wrong.about'),
        contact_name: say('form.wrong.name'),
        contact_email: say('form.wrong.email'),
        company: say('form.wrong.company'),
        message: say('form.wrong.message')
    }
});

interface Sent {
    form?: Form;
    refusal?: Refusal;
}

function formPage(outside: Outside, h: ResponseToolkit, { form = {}, refusal }: Sent) {
    const { config, say } = outside;
    const check = humanCheckField(config, 'intake', outside.words);
    const words = fieldWords(outside);
    const title = say('form.title');
    const body = html`<h1>${title}</h1>
        <p>${say('form.says')}</p>
        ${refusal && wrongWith(refusal.field, whatWasWrong(outside, refusal), words)}
        <form method="post" action="${config.paths.rest}/intake/public">
            ${itemFields({ form, wrong: refusal?.field, words, isOwn: true })} ${check.field}
            <button type="submit">${say('form.send')}</button></form>`;
    return respond(outside, h, { title, body, ...check }).header(
        'cache-control',
        refusal ? 'no-store' : 'private, no-cache' // so that a browser has the text after Back
    );
}

function whatWasWrong({ say }: Outside, { reason, field, retryAfter = 0 }: Refusal) {
    if (reason === 'human_check' || field === 'recaptcha_token') return say('form.unchecked');
    if (reason === 'too_many_requests')
        return say('form.too-often', { minutes: Math.ceil(retryAfter / 60) || 1 });
    if (reason === 'forbidden') return say('form.foreign');
    return say(reason === 'unavailable' ? 'form.busy' : 'form.refused');
}

function thanks(outside: Outside, h: ResponseToolkit) {
    const { say } = outside;
    const title = say('form.thanks.title');
    return respond(outside, h, {
        title,
        body: html`<h1>${title}</h1>
            <p role="status">${say('form.thanks.says')}</p>
            <p><a href="${publicFormPath}">${say('form.thanks.again')}</a></p>`
    });
}

interface Shown {
    title: string;
    body: Html;
    scripts?: readonly string[];
    policy?: string;
}

const respond = (outside: Outside, h: ResponseToolkit, { title, body, scripts = [], policy }: Shown) =>
    h
        .response(publicPage(outside, { title, scripts, body }))
        .type('text/html')
        .header('content-security-policy', framedBy(outside.config.intakeFrameOrigins, policy));
