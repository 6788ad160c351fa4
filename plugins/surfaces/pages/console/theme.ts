// Light, dark, or as the browser has it: a cookie without secrets or personal data.
import type { Plugin, Request } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../../../app.ts';
import { ourCookie } from '../../http/cookies.ts';
import { validated } from '../../http/fields.ts';
import { bodyOf, formPayload, readBody } from '../../http/bodies/index.ts';
import { pageDocs } from '../../openapi/route-docs.ts';
import { hidden } from '../form-controls.ts';
import { html } from '../layout.ts';
import { ownPath } from '../signed-in-page.ts';

const cookie = 'svc_theme';
const year = 365 * 24 * 60 * 60_000;
const themes = { auto: 'System', light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof themes;

const choice = Joi.object<{ theme: Theme; back: string }>({
    theme: Joi.valid(...Object.keys(themes)).required(),
    back: Joi.string().allow('').max(2000).default('/')
});

/** The form of the user's menu posts here. It needs no login: it changes only the sender's own browser. */
export const theme: Plugin<App> = {
    name: 'theme',
    register(server, { config }) {
        server.state(cookie, { ...ourCookie(config), encoding: 'none', ttl: year });
        server.route({
            method: 'POST',
            path: '/theme',
            options: {
                ...pageDocs('chooseTheme', 'Chooses light or dark pages.', { body: choice, status: 303 }),
                payload: formPayload,
                pre: [readBody]
            },
            handler(request, h) {
                const { theme, back } = validated(choice.unknown(), bodyOf(request), {
                    convert: true
                });
                const response = h.redirect(ownPath(back) ?? '/').code(303);
                return theme === 'auto' ? response.unstate(cookie) : response.state(cookie, theme);
            }
        });
    }
};

/** What the user chose; undefined leaves it to the browser. */
export function themeOf({ state }: Request): 'light' | 'dark' | undefined {
    const chosen: unknown = (state as Request['state'] | null)?.[cookie]; // null where no route was found
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}

/** The switch leads back to its own page. */
export function themeSwitch(chosen: Theme, back: string) {
    const buttons = Object.entries(themes).map(
        ([theme, label]) =>
            html`<button type="submit" name="theme" value="${theme}" aria-pressed="${String(theme === chosen)}">${label}</button>`
    );
    return html`<form method="post" action="/theme" class="switch">
        ${hidden({ back })}
        <div role="group" aria-label="Theme">${buttons}</div></form>`;
}
