// Forgotten passwords: requesting a link, and choosing a new password with it, by their actions and their page.
import type { ServerRoute, Lifecycle, Request, ResponseToolkit, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import {
    requestReset,
    completeReset,
    openReset,
    resetAddress,
    resetPath
} from '../../db/accounts/password-resets.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { assertForm, hashPassword } from '../../db/accounts/passwords.ts';
import { voidChanges } from '../../db/accounts/pending-changes.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { publicAction } from '../surfaces/actions.ts';
import { typedLogin, identifier, validated } from '../surfaces/http/fields.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { refund, type Share } from '../../db/accounts/short-lived/budgets.ts';
import { loginLimits } from '../surfaces/auth/login-limits.ts';
import { countAll, sharesOf } from '../surfaces/auth/attempt-limits.ts';
import { loginPage } from '../surfaces/pages/signed-in-page.ts';
import type { Config } from '../../config/index.ts';
import { themeOf } from '../surfaces/pages/console/theme.ts';
import { field, hidden, notice, problem } from '../surfaces/pages/form-controls.ts';
import { humanCheckField } from '../surfaces/human-check/field.ts';
import { html, page, wayIn } from '../surfaces/pages/layout.ts';
import { fieldErrorsIn, takeFlash } from '../surfaces/pages/form-posts.ts';
import type { Flash } from '../surfaces/http/form-post.ts';
import { nonceFor } from '../surfaces/auth/nonces.ts';
import { maybeLoggedIn } from '../surfaces/auth/requester.ts';
import { pageDocs } from '../surfaces/openapi/route-docs.ts';

export const resetRoutes = (app: App): ServerRoute[] => [
    resetPageRoute(app),
    askAction(app),
    chooseAction(app)
];

/** Requesting a link to choose a new password. */
interface ResetRequest {
    login: string;
    recaptcha_token: string;
}

/** The fields of both forms. An absent proof fails the human check, with its message. */
const askedFields = {
    login: typedLogin.required(),
    recaptcha_token: Joi.string().allow('').max(4096).default('')
};

function askAction(app: App): ServerRoute {
    const { address, named } = resetShares(app, 'reset requests');
    return publicAction<ResetRequest>(app, {
        name: 'svc_request_password_reset',
        summary:
            'Emails a link to choose a new password if the user exists. The response is the same if not.',
        fields: askedFields,
        formPost: { backTo: () => resetPath, keeps: ['login'] },
        async run({ login, recaptcha_token }, request) {
            await countAll(app, [address(request)]);
            await request.server.plugins['human-check'].pass(recaptcha_token, 'request_password_reset');
            await countAll(app, [named(login)]);
            await app.store.write((tx) => requestReset(tx, login, app.now()));
            return { message: 'If an account matches, we will email a link to its address.' };
        }
    });
}

interface Chosen extends ResetRequest {
    reset_key: string;
    new_password: string;
    confirm_password: string;
}

const chosenFields = {
    recaptcha_token: askedFields.recaptcha_token,
    reset_key: identifier.max(200).required(),
    login: askedFields.login,
    new_password: identifier.max(1000).required(),
    confirm_password: identifier.max(1000).required()
};

/** The page that sets a new password by the emailed link. */
function chooseAction(app: App): ServerRoute {
    const { address, named } = resetShares(app, 'reset links');
    const logins = loginLimits(app);
    return publicAction<Chosen>(app, {
        name: 'svc_reset_password',
        summary: 'Sets a new password with the emailed link. The link stays valid until a password is set.',
        fields: chosenFields,
        formPost: {
            backTo: (form, done) =>
                done ? loginPage() : resetAddress(typed(form, 'reset_key'), typed(form, 'login'))
        },
        async run(chosen, request) {
            await countAll(app, [address(request)]);
            assertChosen(chosen);
            const { auth, 'human-check': human } = request.server.plugins;
            await human.pass(chosen.recaptcha_token, 'reset_password');
            const name = named(chosen.login);
            await countAll(app, [name]);
            const tried = [address(request), name];
            await reset(app, chosen, { tried, address: auth.addressHash(request) }, (tx, { login, email }) =>
                logins.forget(tx, request, [login, email])
            );
            return { message: 'Your password is changed. Sign in with the new password.' };
        }
    });
}

const passwordField = 'new_password';

/** These checks need no look at the link and take no time, so they run before the human check spends its proof. */
function assertChosen({ login, new_password, confirm_password }: Chosen) {
    if (new_password !== confirm_password)
        throw new Refusal('invalid_field', 'The two passwords do not match.', {
            field: 'confirm_password'
        });
    assertForm(new_password, { names: [login], field: passwordField });
}

/** Parallel requests with one link wait for each other, so that one password is hashed and one is set. */
async function reset(
    { store, config, now }: App,
    { reset_key: resetKey, login, new_password }: Chosen,
    { tried, address }: { tried: readonly Share[]; address: string },
    then: (tx: Tx, user: Awaited<ReturnType<typeof completeReset>>) => Promise<void>
) {
    const pair = { resetKey, login, at: now(), address };
    await oneByKey.memo(resetKey)(async () => {
        const user = await openReset(store.read, pair);
        const { organisation } = await settingsOf({ store, config });
        const owner = {
            names: [user.login, user.email],
            organisation: organisation.name,
            field: passwordField
        };
        const passwordHash = await hashPassword(new_password, owner).catch(async (error: unknown) => {
            await store.write((tx) => refund(tx, tried)); // the link was right
            throw error;
        });
        await store.write(async (tx) => {
            const owned = await completeReset(tx, pair, passwordHash);
            await then(tx, owned);
            await voidChanges(tx, owned.id); // may be requested by a person who had the old password
            await refund(tx, tried);
        });
    });
}

/** Lets those who come with the same key work one after the other. */
const oneByKey = new LRUCache<string, LimitFunction>({ max: 1000, memoMethod: () => pLimit(1) });

/** Each form has a separate limit, so that requests in another user's name cannot stop that user from using a link. */
const resetShares = ({ config: { rates } }: App, name: string) =>
    sharesOf({ name, perName: rates.reset, perAddress: rates.resetAddress });

/** The page of forgotten passwords. */
const resetPageRoute = (app: App): ServerRoute => ({
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
