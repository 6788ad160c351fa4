// Forgotten passwords: requesting a link, and choosing a new password with it.
import type { Lifecycle, Plugin, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { assertNoName, assertPassword, hashPassword } from '../../../db/accounts/passwords.ts';
import { completeReset, openReset, requestReset } from '../../../db/accounts/password-resets.ts';
import { voidChanges } from '../../../db/accounts/pending-changes.ts';
import { Refusal } from '../../../db/refusal.ts';
import type { App } from '../../app.ts';
import { publicAction } from '../../surfaces/actions.ts';
import { maybeLoggedIn } from '../../surfaces/auth/requester.ts';
import { validated } from '../../surfaces/fields.ts';
import { attemptLimiter } from '../../surfaces/auth/attempt-limits.ts';
import { nonceFor } from '../../surfaces/auth/nonces.ts';
import { loginPage } from '../../surfaces/pages/signed-in-page.ts';
import { takeFlash } from '../../surfaces/pages/form-posts.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { askPage, choosePage, resetPath } from './pages.ts';

export const passwordReset: Plugin<App> = {
    name: 'password-reset',
    dependencies: ['actions', 'auth', 'human-check', 'form-posts'],
    register(server, app) {
        const human = server.plugins['human-check'];
        const { reset: perName, resetAddress: perAddress } = app.config.rates;
        // Two limits, so that somebody who requests links in another user's name cannot keep that user from using one.
        const asking = attemptLimiter(perName, perAddress);
        const trying = attemptLimiter(perName, perAddress);
        server.route([
            { method: 'GET', path: resetPath, options: resetOptions, handler: resetPage(app) },
            publicAction<Asked>(app, {
                name: 'svc_request_password_reset',
                summary:
                    'Mails a link to choose a new password, if there is such a user. The response does not show whether there is.',
                fields: { login: login.required(), recaptcha_token: proof },
                formPost: { backTo: () => resetPath, keeps: ['login'] },
                async run({ login, recaptcha_token }, request) {
                    await asking(request, login);
                    await human.pass(recaptcha_token, 'request_password_reset');
                    await app.store.write((tx) => requestReset(tx, login, app.now()));
                    return {
                        message: 'If there is such an account, a link is on its way to its email address.'
                    };
                }
            }),
            publicAction<Chosen>(app, {
                name: 'svc_reset_password',
                summary:
                    'Sets a new password with the link that was mailed. Only a new password uses the link up.',
                fields: {
                    recaptcha_token: proof,
                    reset_key: Joi.string().max(200).required(),
                    login: login.required(),
                    new_password: Joi.string().max(1000).required(),
                    confirm_password: Joi.string().max(1000).required()
                },
                formPost: {
                    backTo: (form, done) => (done ? loginPage() : `${resetPath}?${linkOf(form)}`)
                },
                async run(chosen, request) {
                    const tried = await trying(request, chosen.login);
                    await assertChosen(chosen);
                    await human.pass(chosen.recaptcha_token, 'reset_password');
                    await reset(app, chosen);
                    await tried.refund();
                    return { message: 'Your password was changed. You can log in with it now.' };
                }
            })
        ]);
    }
};

const resetOptions: RouteOptions = {
    ...pageDocs(
        'Shows the form that requests a link and, with a valid link, the form for the new password.',
        { also: [400] }
    ),
    auth: maybeLoggedIn
};

const login = Joi.string().max(254);
const proof = Joi.string().allow('').max(4096).default(''); // an absent proof fails the human check, with its message

interface Asked {
    login: string;
    recaptcha_token: string;
}

interface Chosen extends Asked {
    reset_key: string;
    new_password: string;
    confirm_password: string;
}

const link = Joi.object<{ key?: string; login: string }>({
    key: Joi.string().max(200),
    login: Joi.string().max(254).default('')
}).unknown();

/** Shows the form that requests a link or, with a valid link, the form for the new password. Refuses: invalid_key. */
function resetPage({ store, secrets, config, now }: App): Lifecycle.Method {
    return async (request, h) => {
        const { key, login } = validated(link, request.query, { convert: false });
        const nonce = nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now());
        const { isAuthenticated: isLoggedIn } = request.auth;
        if (key !== undefined) await openReset(store.read, { resetKey: key, login, at: now() });
        const form = { config, nonce, isLoggedIn, flash: takeFlash(request, h) };
        const { text, policy } = key === undefined ? askPage(form) : choosePage({ ...form, key, login });
        const response = h.response(text);
        return policy ? response.header('content-security-policy', policy) : response;
    };
}

function linkOf({ reset_key, login }: Readonly<Record<string, unknown>>) {
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return new URLSearchParams({ key: text(reset_key), login: text(login) }).toString();
}

/** These checks need no look at the link, so they run before the human check spends its proof. */
async function assertChosen({ login, new_password, confirm_password }: Chosen) {
    if (new_password !== confirm_password)
        throw new Refusal('invalid_field', 'The two passwords are not the same.', {
            field: 'confirm_password'
        });
    await assertPassword(new_password, 'new_password');
    assertNoName(new_password, [login], 'new_password');
}

/** Parallel requests with one link wait for each other, so that one password is hashed and one is set. */
async function reset({ store, now }: App, { reset_key: resetKey, login, new_password }: Chosen) {
    const pair = { resetKey, login, at: now() };
    await oneByKey.memo(resetKey)(async () => {
        const user = await openReset(store.read, pair);
        assertNoName(new_password, [user.login, user.email], 'new_password');
        const passwordHash = await hashPassword(new_password);
        await store.write(async (tx) => {
            const { id } = await completeReset(tx, pair, passwordHash);
            await voidChanges(tx, id); // somebody who had the old password may have requested them
        });
    });
}

/** Lets those who come with the same key work one after the other. */
const oneByKey = new LRUCache<string, LimitFunction>({ max: 1000, memoMethod: () => pLimit(1) });
