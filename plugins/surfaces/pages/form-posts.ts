// A browser without JavaScript posts the very same forms: it is sent back to its page, which says what came of it.
import { randomBytes } from 'node:crypto';
import { mediaType } from '@hapi/accept';
import type { Plugin, Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import { formType, jsonType, multipartType } from '../http/bodies.ts';

type Form = Readonly<Record<string, unknown>>;
type Typed = Readonly<Record<string, string>>;

/** How a form of a page goes on. */
export interface PlainForm {
    /** The page that the form stands on, or where it leads to once it is done. */
    backTo: (form: Form, done: boolean) => string;
    /** The fields whose values are shown again when it was refused: never a password. */
    keeps?: readonly string[];
}

/** What came of a form, for the page that it stands on. */
export interface Said {
    done: boolean;
    message: string;
    /** The field that was wrong; empty where it was none. */
    field: string;
    typed: Typed;
}

interface PlainForms {
    saidTo: (request: Request, h: ResponseToolkit) => Said | undefined;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        plainForm?: PlainForm;
    }
    interface PluginProperties {
        'plain-forms': PlainForms;
    }
}

const cookie = 'svc_said';
const life = 10 * 60_000;

export const plainForms: Plugin<App> = {
    name: 'plain-forms',
    register(server, { config, now }) {
        const typed = shortMemory(now);
        server.state(cookie, {
            encoding: 'base64json',
            ttl: life - 1, // an entry is stale once more than this has passed
            isHttpOnly: true,
            isSecure: config.secure,
            isSameSite: 'Lax',
            path: '/',
            ignoreErrors: true
        });
        server.expose('saidTo', (request: Request, h: ResponseToolkit) => {
            const note = noteIn(request);
            if (!note) return undefined;
            h.unstate(cookie);
            return { ...note, typed: typed.take(note.typed) };
        });
        server.ext('onPreResponse', (request, h) => {
            const { response } = request;
            const { plainForm } = request.route.settings.app ?? {};
            if (!plainForm || 'isBoom' in response || !isPlain(request)) return h.continue;
            const form = formOf(request);
            const said = saidBy(response);
            const to = plainForm.backTo(form, said.done);
            const kept = said.done ? '' : typed.keep(textsOf(form, plainForm.keeps));
            return goOn(h, to, { ...said, typed: kept });
        });
    }
};

/** What came of the form that was just posted to here, if anything was. It is told once. */
export function saidTo(request: Request, h: ResponseToolkit): Said | undefined {
    return request.server.plugins['plain-forms'].saidTo(request, h);
}

/** Leads on to a page that says what was done. */
export const doneAt = (h: ResponseToolkit, to: string, message: string) =>
    goOn(h, to, { done: true, message, field: '', typed: '' });

/** What a page says, in its own words for its fields: the answers to programs have few. Undefined: nothing is wrong. */
export function wrongIn(said: Said | undefined, words: Typed) {
    if (!said || said.done) return undefined;
    const { field, message } = said;
    return { field, message: Object.hasOwn(words, field) ? (words[field] ?? message) : message };
}

/** Browsers ask for a page first; scripts take anything. */
function isPlain({ headers }: Request) {
    const [type = ''] = String(headers['content-type']).split(';'); // hapi's own is not there for a body that is too large
    const isForm = [formType, multipartType].includes(type.trim().toLowerCase());
    return isForm && prefersPage(String(headers['accept']));
}

/** By the weights of the header. Whoever likes JSON as much gets JSON, and so does whoever cannot be understood. */
function prefersPage(accept: string) {
    try {
        return /^text\/html(;|$)/.test(mediaType(accept, [jsonType, 'text/html']));
    } catch (error) {
        if (error instanceof Error && 'isBoom' in error) return false;
        throw error;
    }
}

/** The form as far as it could be read. */
function formOf({ payload }: Request): Form {
    return Buffer.isBuffer(payload) ? {} : ((payload ?? {}) as Form);
}

function textsOf(form: Form, names: readonly string[] = []): Typed {
    const texts = names.map((name) => [name, form[name]] as const);
    return Object.fromEntries(texts.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function saidBy({ source, headers }: ResponseObject) {
    const { success, data } = source as unknown as { success: boolean; data: { message?: string } };
    const field = headers['x-svc-field'];
    return {
        done: success,
        message: success ? (data.message ?? '') : inWords(data.message ?? '', headers),
        field: typeof field === 'string' ? field : ''
    };
}

/** For people: what to do now. */
function inWords(message: string, { 'retry-after': wait }: ResponseObject['headers']) {
    if (wait !== undefined) return `${message} Wait ${minutes(Number(wait))}, then try again.`;
    return forPeople[message] ?? message;
}

function minutes(seconds: number) {
    const whole = Math.ceil(seconds / 60);
    return whole > 1 ? `${whole} minutes` : 'a minute';
}

/** What programs are told in few words. */
const forPeople: Record<string, string> = {
    'Invalid request.': 'That could not be taken as it is. Please look at what you typed, and try again.',
    'Please log in.': 'You were logged out meanwhile, and nothing was done. Please send it once more.',
    'Request too large.': 'That is too large. A picture may hold at most 2 MB.',
    'Security check failed.':
        'This page was open for too long, and nothing was done. Please send it once more.'
};

interface Note extends Omit<Said, 'typed'> {
    /** Under which name the memory holds what was typed. */
    typed: string;
}

function goOn(h: ResponseToolkit, to: string, note: Note) {
    const back = h.redirect(to).code(303);
    const { pathname } = new URL(to, 'http://internal');
    return note.message === '' ? back : back.state(cookie, { ...note, at: pathname });
}

const noteSchema = Joi.object<Note & { at: string }>({
    at: Joi.string().max(2000).required(),
    done: Joi.boolean().required(),
    message: Joi.string().max(1000).required(),
    field: Joi.string().allow('').max(100).required(),
    typed: Joi.string().allow('').max(40).required()
}).required();

function noteIn({ state, path }: Request) {
    const { value, error } = noteSchema.validate(state[cookie]);
    return error || value.at !== path ? undefined : value;
}

const longestKept = 16 * 1024;

/** Keeps typed values until their page is shown: they are too long for a cookie. Its size is bounded. */
function shortMemory(now: () => number) {
    const kept = new LRUCache<string, Typed>({
        max: 500,
        ttl: life - 1, // an entry is stale once more than this has passed
        ttlResolution: 0,
        perf: { now }
    });
    return {
        keep(typed: Typed) {
            const length = Object.values(typed).join('').length;
            if (length === 0 || length > longestKept) return '';
            const id = randomBytes(12).toString('base64url');
            kept.set(id, typed);
            return id;
        },
        take(id: string): Typed {
            const found = kept.get(id);
            kept.delete(id);
            return found ?? {};
        }
    };
}
