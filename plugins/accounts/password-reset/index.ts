// Forgotten passwords: requesting a link, and choosing a new password with it.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { requestReset, completeReset, openReset } from '../../../db/accounts/password-resets.ts';
import { settingsOf } from '../../../db/record/settings.ts';
import { assertForm, hashPassword } from '../../../db/accounts/passwords.ts';
import { voidChanges } from '../../../db/accounts/pending-changes.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { publicAction } from '../../surfaces/actions.ts';
import { typedLogin, identifier } from '../../surfaces/http/fields.ts';
import { type Attempt, attemptLimiter } from '../../surfaces/auth/attempt-limits.ts';
import { loginPage } from '../../surfaces/pages/signed-in-page.ts';
import { resetPath, resetPageRoute } from './pages.ts';

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
    const asking = resetLimiter(app, 'reset requests');
    return publicAction<ResetRequest>(app, {
        name: 'svc_request_password_reset',
        summary:
            'Emails a link to choose a new password if the user exists. The response is the same if not.',
        fields: askedFields,
        formPost: { backTo: () => resetPath, keeps: ['login'] },
        async run({ login, recaptcha_token }, request) {
            await asking.countAddress(request);
            await request.server.plugins['human-check'].pass(recaptcha_token, 'request_password_reset');
            await asking.countName(request, login);
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
    const trying = resetLimiter(app, 'reset links');
    return publicAction<Chosen>(app, {
        name: 'svc_reset_password',
        summary: 'Sets a new password with the emailed link. The link stays valid until a password is set.',
        fields: chosenFields,
        formPost: { backTo: (form, done) => (done ? loginPage() : `${resetPath}?${linkOf(form)}`) },
        async run(chosen, request) {
            await trying.countAddress(request);
            assertChosen(chosen);
            const { auth, 'human-check': human } = request.server.plugins;
            await human.pass(chosen.recaptcha_token, 'reset_password');
            const tried = await trying.countName(request, chosen.login);
            const address = auth.addressHash(request);
            await reset(app, chosen, { tried, address });
            return { message: 'Your password is changed. Sign in with the new password.' };
        }
    });
}

function linkOf({ reset_key, login }: Readonly<Record<string, unknown>>) {
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return new URLSearchParams({ key: text(reset_key), login: text(login) }).toString();
}

const field = 'new_password';

/** These checks need no look at the link and take no time, so they run before the human check spends its proof. */
function assertChosen({ login, new_password, confirm_password }: Chosen) {
    if (new_password !== confirm_password)
        throw new Refusal('invalid_field', 'The two passwords do not match.', {
            field: 'confirm_password'
        });
    assertForm(new_password, { names: [login], field });
}

/** Parallel requests with one link wait for each other, so that one password is hashed and one is set. */
async function reset(
    { store, config, now }: App,
    { reset_key: resetKey, login, new_password }: Chosen,
    { tried, address }: { tried: Attempt; address: string }
) {
    const pair = { resetKey, login, at: now(), address };
    await oneByKey.memo(resetKey)(async () => {
        const user = await openReset(store.read, pair);
        const { organisation } = await settingsOf({ store, config });
        const owner = { names: [user.login, user.email], organisation: organisation.name, field };
        const passwordHash = await hashPassword(new_password, owner).catch(async (error: unknown) => {
            await store.write(tried.refund); // the link was right
            throw error;
        });
        await store.write(async (tx) => {
            const { id } = await completeReset(tx, pair, passwordHash);
            await voidChanges(tx, id); // may be requested by a person who had the old password
            await tried.refund(tx);
        });
    });
}

/** Lets those who come with the same key work one after the other. */
const oneByKey = new LRUCache<string, LimitFunction>({ max: 1000, memoMethod: () => pLimit(1) });

/** Each form has a separate limit, so that requests in another user's name cannot stop that user from using a link. */
const resetLimiter = (app: App, name: string) =>
    attemptLimiter(app, {
        name,
        perName: app.config.rates.reset,
        perAddress: app.config.rates.resetAddress
    });
