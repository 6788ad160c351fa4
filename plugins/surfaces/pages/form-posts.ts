// Form posts of a browser without JavaScript: it is redirected to the page of the form, which shows a flash message.
import type { Lifecycle, Plugin, Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { Refusal, type Reason } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { visitorOf } from '../auth/requester.ts';
import { ourCookie } from '../http/cookies.ts';
import { formType, multipartType, parsedBody, sentType, unreadForm } from '../http/bodies/index.ts';
import { withoutMarks } from '../http/bodies/typed.ts';
import type { Flash, Form, Redirect, Typed } from '../http/form-post.ts';
import { InvalidField } from '../http/fields.ts';
import { prefersPage } from './prefers-page.ts';
import { type Kept, life, type ShortMemory, shortMemory } from './flash-store.ts';
import { unkeptPage, unreadPage, waitingPage } from './unkept-form.ts';

interface FormPosts {
    takeFlash: (request: Request, h: ResponseToolkit) => Promise<Flash | undefined>;
}

declare module '@hapi/hapi' {
    interface PluginProperties {
        'form-posts': FormPosts;
    }
}

const cookie = 'svc_flash';

export const formPosts: Plugin<App> = {
    name: 'form-posts',
    dependencies: ['errors'],
    register(server, app) {
        const memory = shortMemory(app);
        // An entry is stale once more than this has passed.
        server.state(cookie, { ...ourCookie(app.config), encoding: 'base64json', ttl: life - 1 });
        server.expose('takeFlash', async (request: Request, h: ResponseToolkit) => {
            const note = noteIn(request);
            if (!note) return undefined;
            h.unstate(cookie);
            return { ...note, ...((await memory.take(note.typed)) ?? { typed: {} }) };
        });
        // The redirect needs the headers of a response as well.
        server.ext('onPreResponse', redirect(memory), { before: ['headers', 'cross-origin'] });
    }
};

/** Sends a browser back to the page of its form, with the outcome. */
function redirect(memory: ShortMemory): Lifecycle.Method {
    return async (request, h) => {
        const { response } = request;
        const { formPost } = request.route.settings.app ?? {};
        if (!formPost || 'showAgain' in formPost) return h.continue;
        if ('isBoom' in response || !isPlain(request)) return h.continue;
        const form = await formOf(request, h);
        const { data, ...flash } = outcomeOf(request, response, formPost.says);
        if (flash.done && formPost.once)
            return formPost.once(request, h, data as object, { ...flash, typed: {} });
        const page = formPost.backTo(named(form, request), flash.done, data as object, flash.code);
        const to = flash.done ? page : askedAgain(page, form);
        if (isUnread(request, flash)) return inPlace(h, unreadPage(request, { ...flash, to }));
        if (formPost.again && isLoggedOut(request)) return inPlace(h, waitingPage(form, page));
        if (!flash.done && isSentOn(request, formPost)) return goOn(h, to, { ...flash, typed: '' }, 307);
        const kept = flash.done
            ? { typed: {}, undo: formPost.undo?.(form, data as object) }
            : { typed: textsOf(form, formPost.keeps) };
        const stranger = strangerIn(request);
        const isShort = memory.holds(kept, stranger);
        const typed = isShort ? await memory.keep(kept, stranger) : '';
        if (!isShort || (typed === '' && holdsWork(request, kept)))
            return inPlace(h, unkeptPage(request, { ...flash, to, typed: kept.typed }));
        return goOn(h, to, { ...flash, typed });
    };
}

const nameOfDialog = /^[a-z-]{1,40}$/;

/** With the question of the page that the form was in, which then has what was typed. */
function askedAgain(page: string, { ask }: Form) {
    if (typeof ask !== 'string' || !nameOfDialog.test(ask)) return page;
    const { pathname, searchParams } = new URL(page, 'http://internal');
    searchParams.set('ask', ask);
    return `${pathname}?${searchParams.toString()}`;
}

/**
 * Whether the form could not be read: it is too large, or its sender is logged out and it cannot be read now either. One that is
 * too large by its file, and by no field, has its texts on other forms.
 */
function isUnread(request: Request, { code, field }: Pick<Flash, 'code' | 'field'>) {
    if (parsedBody(request)) return false;
    const isText = sentType(request.headers) === formType;
    return isText ? code === 'too_large' || isLoggedOut(request) : code === 'too_large' && field !== '';
}

/** The name typed at a login is soon typed again, and its page may have to ask for more. */
const holdsWork = ({ route }: Request, { typed }: Kept) =>
    Boolean(route.settings.auth) && Object.values(typed).some((text) => text !== '');

/** A redirect would take the place of the page with the form in the history of the browser. */
const inPlace = (h: ResponseToolkit, text: string) =>
    h
        .response(text)
        .type('text/html')
        .code((h.request.response as ResponseObject).statusCode);

/** The browser sends the form once more, to its page. Only for who is logged in: others go back. */
const isSentOn = (request: Request, { again }: Redirect) =>
    Boolean(again && visitorOf(request) && parsedBody(request));

/** What was typed; nothing where it is too large, where no form can be read of it, or where another site sent it. */
const formOf = async (request: Request, h: ResponseToolkit) =>
    request.plugins.body || isLoggedOut(request) ? unreadForm(request, h) : {};

/** What the address names counts before a field of the same name. */
const named = (form: Form, { params }: Request): Form => ({ ...form, ...params });

const strangerIn = (request: Request) => (visitorOf(request) ? undefined : request.clientAddress);

const isLoggedOut = ({ plugins: { errors } }: Request) =>
    errors?.cause instanceof Refusal && errors.cause.reason === 'not_logged_in';

/** The outcome of the form post that led to this page, if one did. Returns it once. */
export function takeFlash(request: Request, h: ResponseToolkit): Promise<Flash | undefined> {
    return request.server.plugins['form-posts'].takeFlash(request, h);
}

/** Redirects to a page that shows what was done. */
export const doneAt = (h: ResponseToolkit, to: string, message: string) =>
    goOn(h, to, { done: true, message, code: '', field: '', typed: '' });

/** The error that a page shows, in the page's own words for its fields. Undefined: there was none. */
export function fieldErrorsIn(flash: Flash | undefined, words: Words, byCode: Words = {}) {
    if (!flash || flash.done) return undefined;
    const { field, code, message } = flash;
    const own = Object.hasOwn(words, field) ? words[field] : byCode[code];
    return { field, message: own ?? message };
}

/** The page's messages instead of those for programs: by field, or by the code of a refusal. */
type Words = Readonly<Record<string, string>>;

/** Whether a browser posted a form, and not a script: browsers ask for a page first, scripts take anything. */
export function isPlain({ headers }: Request) {
    // hapi's own type is not there for a body that is too large
    const isForm = [formType, multipartType].includes(sentType(headers));
    return isForm && prefersPage(String(headers['accept']));
}

function textsOf(form: Form, names: readonly string[] = []): Typed {
    return Object.fromEntries(
        names.flatMap((name) => {
            const value = form[name];
            return typeof value === 'string' ? [[name, withoutMarks(value)]] : [];
        })
    );
}

interface Note extends Omit<Flash, 'typed' | 'undo'> {
    /** Under which name the memory holds what was typed, or what takes the act back. */
    typed: string;
}

function goOn(h: ResponseToolkit, to: string, note: Note, status = 303) {
    const back = h.redirect(to).code(status);
    const { pathname } = new URL(to, 'http://internal');
    return note.message === '' ? back : back.state(cookie, { ...note, at: pathname });
}

const noteSchema = Joi.object<Note & { at: string }>({
    at: Joi.string().max(2000).required(),
    done: Joi.boolean().required(),
    message: Joi.string().max(1000).required(),
    code: Joi.string().allow('').max(40).default(''),
    field: Joi.string().allow('').max(100).required(),
    typed: Joi.string().allow('').max(40).required()
}).required();

function noteIn({ state, path }: Request) {
    const { value, error } = noteSchema.validate(state[cookie]);
    return error || value.at !== path ? undefined : value;
}

/** The outcome, and the data of the response. `says` is the confirmation, where the response has none. */
function outcomeOf({ plugins, route }: Request, { source }: ResponseObject, says = '') {
    // The build actions have their fields at the top.
    const { data = source } = source as unknown as { data?: { message?: string } };
    const message = (data as { message?: string }).message ?? '';
    if (!plugins.errors) return { data, done: true, message: message || says, code: '', field: '' };
    const { cause } = plugins.errors;
    if (!(cause instanceof Refusal)) return { data, done: false, message, code: 'internal', field: '' };
    const { reason: code, field } = cause;
    const isLoggedOut = code === 'not_logged_in' && route.settings.auth; // otherwise it is a wrong password
    const words = isLoggedOut ? loggedOut : userMessageFor(cause);
    return { data, done: false, message: words ?? message, code, field };
}

const loggedOut = 'You were signed out, and nothing was saved. Check your entries and submit again.';

/** What to do now, where the message of the refusal does not include it. */
function userMessageFor(refusal: Refusal) {
    const { reason, message, field, retryAfter } = refusal;
    if (reason === 'too_many_requests' && retryAfter !== undefined)
        return `${message} Wait ${minutes(retryAfter)}, then try again.`;
    if (reason !== 'invalid_field') return sentences[reason];
    // A rule that names its field speaks to people; the others speak to programs.
    return refusal instanceof InvalidField || field === '' ? sentences.invalid_field : undefined;
}

function minutes(seconds: number) {
    const whole = Math.ceil(seconds / 60);
    return whole > 1 ? `${whole} minutes` : 'a minute';
}

const sentences: Partial<Record<Reason, string>> = {
    invalid_field: 'Some entries are not valid. Check what you entered and try again.',
    too_large: 'The text is too long. Shorten it and try again.',
    bad_nonce: 'This page expired, and nothing was saved. Submit it again.'
};
