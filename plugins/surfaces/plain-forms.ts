// A browser without JavaScript posts the very same forms: it is sent back to its page, which says what came of it.
import type { Plugin, Request } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../app.ts';

type Form = Readonly<Record<string, unknown>>;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The page that a form of this route stands on, and where it leads to when it is done. */
        backTo?: (form: Form, done: boolean) => string;
    }
}

/** What came of a form, for the page that it stands on. */
export interface Said {
    done: boolean;
    message: string;
    /** The field that was wrong; empty where it was none. */
    field: string;
}

const cookie = 'svc_said';

export const plainForms: Plugin<App> = {
    name: 'plain-forms',
    register(server, { config }) {
        server.state(cookie, {
            encoding: 'base64json',
            ttl: 60_000,
            isHttpOnly: true,
            isSecure: config.secure,
            isSameSite: 'Lax',
            path: '/',
            ignoreErrors: true
        });
        server.ext('onPreResponse', (request, h) => {
            const { response } = request;
            const { backTo } = request.route.settings.app ?? {};
            if (!backTo || 'isBoom' in response || !wantsPage(request)) return h.continue;
            const said = saidBy(response.source, response.headers['x-svc-field']);
            const form = (request.payload ?? {}) as Form;
            const back = h.redirect(backTo(Buffer.isBuffer(form) ? {} : form, said.done)).code(303);
            for (const [name, value] of Object.entries(response.headers)) {
                if (name === 'set-cookie' || name === 'retry-after') back.header(name, String(value));
            }
            return back.state(cookie, said);
        });
    }
};

/** Browsers ask for a page first; scripts take anything. */
const wantsPage = ({ headers }: Request) => /^text\/html\b/.test(String(headers['accept']));

function saidBy(body: unknown, field: unknown): Said {
    const { success, data } = body as { success: boolean; data: { message?: string } };
    return { done: success, message: data.message ?? '', field: typeof field === 'string' ? field : '' };
}

const saidSchema = Joi.object<Said>({
    done: Joi.boolean().required(),
    message: Joi.string().allow('').max(500).required(),
    field: Joi.string().allow('').max(100).required()
});

/** What came of the form that was just posted, if anything was. The page that shows it forgets it. */
export function saidTo({ state }: Request): Said | undefined {
    const { value, error } = saidSchema.validate(state[cookie]);
    return error ? undefined : value;
}

/** For `unstate`, once it is shown. */
export const saidCookie = cookie;
