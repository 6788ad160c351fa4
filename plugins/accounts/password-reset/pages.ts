// The pages for a forgotten password: requesting a link, and choosing a new password.
import type { Lifecycle, Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { openReset } from '../../../db/accounts/password-resets.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { field, hidden, notice, problem } from '../../surfaces/pages/form-controls.ts';
import { humanCheckField } from '../../surfaces/human-check/field.ts';
import { html, page, wayIn } from '../../surfaces/pages/layout.ts';
import { fieldErrorsIn, takeFlash } from '../../surfaces/pages/form-posts.ts';
import type { Flash } from '../../surfaces/http/form-post.ts';
import type { App } from '../../app.ts';
import { nonceFor } from '../../surfaces/auth/nonces.ts';
import { maybeLoggedIn } from '../../surfaces/auth/requester.ts';
import { typedLogin, validated } from '../../surfaces/http/fields.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';

/** The page of forgotten passwords. */
export const resetPageRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: resetPath,
    options: resetOptions,
    handler: resetPage(app)
});

const resetOptions: RouteOptions = {
    ...pageDocs(
        'showPasswordReset',
        'Shows the form that requests a link and, with a valid link, the form for the new password.',
        { also: [400] }
    ),
    auth: maybeLoggedIn
};

const link = Joi.object<{ key?: string; login: string }>({
    key: Joi.string().max(200),
    login: typedLogin.default('')
}).unknown();

/** Shows the form that requests a link or, with a valid link, the form for the new password. Refuses: invalid_key. */
function resetPage(app: App): Lifecycle.Method {
    return async (request, h) => {
        const { key, login } = validated(link, request.query, { convert: false });
        if (key !== undefined) await openReset(app.store.read, { resetKey: key, login, at: app.now() });
        const form = await formFor(app, request, h);
        const { text, policy } = key === undefined ? askPage(form) : choosePage({ ...form, key, login });
        const response = h.response(text);
        return policy ? response.header('content-security-policy', policy) : response;
    };
}

const formFor = async ({ secrets, config, now }: App, request: Request, h: ResponseToolkit) => ({
    config,
    nonce: nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now()),
    isLoggedIn: request.auth.isAuthenticated,
    flash: await takeFlash(request, h),
    theme: themeOf(request)
});

export const resetPath = '/reset-password';

interface Form {
    config: Config;
    nonce: string;
    flash: Flash | undefined;
    isLoggedIn: boolean;
    theme: ReturnType<typeof themeOf>;
}

/** A page, and the content security policy that it needs in place of the usual one. */
interface Shown {
    text: string;
    policy: string | undefined;
}

const noHuman = 'We could not confirm that you are a person. Turn on JavaScript and try again.';
const words = {
    login: 'Enter your login or email address.',
    recaptcha_token: noHuman
};

/** The page shows neither whether there is such a user nor how long the search for one took. */
function askPage({ config, nonce, flash, isLoggedIn, theme }: Form): Shown {
    if (flash?.done) return { text: mailedPage(flash.message, theme), policy: undefined };
    const wrong = fieldErrorsIn(flash, words);
    const check = humanCheckField(config, 'request_password_reset');
    const text = page({
        title: 'Forgot your password?',
        theme,
        scripts: check.scripts,
        corner: wayIn(isLoggedIn),
        body: html`<h1>Forgot your password?</h1>
            <p>Enter your login or email address. We will email you a link that is valid for one hour.</p>
            ${problem(wrong?.message, wrong?.field === 'login' ? 'login' : '')}
            <form method="post" action="${actionAt(config, 'svc_request_password_reset')}">
                ${hidden({ action: 'svc_request_password_reset', reset_password_nonce: nonce })}
                ${field({ name: 'login', label: 'Login or email address', autocomplete: 'username', value: flash?.typed['login'], error: wrong?.field === 'login' ? wrong.message : undefined, maxlength: 254 })}
                ${check.field}
                <button type="submit">Email me a link</button>
            </form>`
    });
    return { text, policy: check.policy };
}

function mailedPage(message: string, theme: Form['theme']) {
    return page({
        title: 'Check your email',
        theme,
        corner: wayIn(false),
        body: html`<h1>Check your email</h1>
            ${notice(message)}
            <p>The email can take a few minutes. If it does not arrive, check your spam folder, or
                <a href="${resetPath}">try another login or email address</a>.</p>`
    });
}

interface ChooseForm extends Form {
    key: string;
    login: string;
}

/** The form that a valid link opens. */
function choosePage({ config, nonce, flash, isLoggedIn, theme, key, login }: ChooseForm): Shown {
    const wrong = fieldErrorsIn(flash, { recaptcha_token: noHuman });
    const error = (name: string) => (wrong?.field === name ? wrong.message : undefined);
    const check = humanCheckField(config, 'reset_password');
    const text = page({
        title: 'Choose a new password',
        theme,
        scripts: check.scripts,
        corner: wayIn(isLoggedIn),
        body: html`<h1>Choose a new password</h1>
            <p>Your new password works immediately. All your other sessions are ended.</p>
            ${problem(wrong?.message, wrong?.field.endsWith('_password') ? wrong.field : '')}
            <form method="post" action="${actionAt(config, 'svc_reset_password')}">
                ${hidden({ action: 'svc_reset_password', reset_password_nonce: nonce, reset_key: key })}
                ${field({ name: 'login', label: 'Your login', autocomplete: 'username', value: login, maxlength: 254, readonly: true })}
                ${field({ name: 'new_password', label: 'New password', help: 'At least 8 characters.', type: 'password', autocomplete: 'new-password', error: error('new_password') })}
                ${field({ name: 'confirm_password', label: 'Repeat new password', type: 'password', autocomplete: 'new-password', error: error('confirm_password') })}
                ${check.field}
                <button type="submit">Change the password</button>
            </form>`
    });
    return { text, policy: check.policy };
}

const actionAt = ({ paths }: Config, name: string) => `${paths.ajax}?action=${name}`;
