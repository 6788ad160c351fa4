// What people send to the actions for their accounts, and the mails that come of it.
import type { ExecutionContext } from 'ava';
import { settingsOf } from '../../../db/record/settings.ts';
import type { MailKind } from '../../../db/jobs/mails.ts';
import { readMails } from '../../../jobs/mail/text.ts';
import { nonceFor } from '../../../plugins/surfaces/auth/nonces.ts';
import { multipart } from './plain-browser.ts';
import { ask, type Client, encode, secrets } from './roles.ts';
import { paths } from '../clients/client.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';

/** A test app without a human check and without limits for resets, unless `env` says so. */
export const accountApp = (t: ExecutionContext, env: Record<string, string> = {}) =>
    createTestApp(t, { env: { HUMAN_CHECK: 'off', RATE_RESET: '0', RATE_RESET_ADDRESS: '0', ...env } });

/** The same with an author who is logged in. */
export async function withAuthor(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await accountApp(t, env);
    return { testApp, author: await testApp.as('author') };
}

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };
export const failure = (message: string) => ({ success: false, data: { message } });
export const minute = 60_000;
export const hour = 60 * minute;
export const password = 'correct horse battery';

export const publicNonce = ({ now }: TestApp) =>
    nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now());

type Fields = Record<string, string>;

/** Posts a public action with its nonce, unless `fields` bring another. */
export function post(testApp: TestApp, action: string, fields: Fields, headers: Record<string, string> = {}) {
    const brought = { action, reset_password_nonce: publicNonce(testApp), recaptcha_token: 'none' };
    return ask(testApp.server, {
        method: 'POST',
        url: `${paths.ajax}?action=${action}&nonce=`,
        headers: { ...formType, ...headers },
        payload: encode({ ...brought, ...fields })
    });
}

export const requestReset = (
    testApp: TestApp,
    login: string,
    fields: Fields = {},
    headers: Record<string, string> = {}
) => post(testApp, 'svc_request_password_reset', { login, ...fields }, headers);

interface Link {
    reset_key: string;
    login: string;
}

export const resetPassword = (testApp: TestApp, link: Link, fields: Fields = {}) =>
    post(testApp, 'svc_reset_password', {
        ...link,
        new_password: password,
        confirm_password: password,
        ...fields
    });

/** Asks for a link to a new password, and reads it in the mail. */
export async function resetLink(testApp: TestApp, login: string): Promise<Link> {
    const mails = await mailsOf(testApp, () => requestReset(testApp, login));
    const { searchParams } = linkIn(oneOf(mails, 'password_reset'));
    return { reset_key: searchParams.get('key') ?? '', login: searchParams.get('login') ?? '' };
}

type Letter = Awaited<ReturnType<typeof letters>>[number];

/** The newest mails as they read. */
export async function letters({ store, app: { config } }: TestApp) {
    const { baseUrl, currency, paths } = config;
    const { organisation } = await settingsOf({ store, config });
    const addresses = { baseUrl, restPath: paths.rest, links: secrets.links, currency, organisation };
    return (await readMails(store.read, addresses)).items;
}

/** The mails that come of this once all jobs have run. */
export async function mailsOf(testApp: TestApp, work: () => Promise<unknown>) {
    const before = new Set((await letters(testApp)).map(({ id }) => id));
    await work();
    await testApp.drain();
    return (await letters(testApp)).filter(({ id }) => !before.has(id));
}

/** Each as its kind and address, sorted. */
export const named = (mails: readonly Letter[]) => mails.map(({ kind, to }) => `${kind} ${to}`).sort();

export function oneOf(mails: readonly Letter[], kind: MailKind) {
    const [mail, ...more] = mails.filter((one) => one.kind === kind);
    if (!mail || more.length > 0) throw new Error(`${more.length + (mail ? 1 : 0)} mails are ${kind}`);
    return mail;
}

/** The link of a mail. */
export const linkIn = ({ text }: { text: string }) =>
    new URL(text.split('\n').find((line) => line.startsWith('http')) ?? 'http://no.link');

/** Whether this client is still logged in. */
export const isLoggedIn = async (client: Client) => (await client.get('/session')).statusCode === 200;

/** Posts svc_update_profile for the client's own profile, unless `fields` say otherwise. */
export async function updateProfile(
    testApp: TestApp,
    client: Client,
    fields: Record<string, string | Blob>,
    headers: Record<string, string> = {}
) {
    const action = 'svc_update_profile';
    const nonce = client.nonces()['svc_frontend_nonce'] ?? '';
    const { type, payload } = await multipart({ action, nonce, user_id: String(client.user.id), ...fields });
    return ask(testApp.server, {
        method: 'POST',
        url: `${paths.ajax}?action=${action}&nonce=`,
        headers: { ...client.headers, 'content-type': type, ...headers },
        payload
    });
}

/** The own profile as it is now. */
export const profileOf = async (client: Client) => (await client.get('/profile')).body.data.user;

/** Presses the button behind the link of an email, logged in as `client` or not at all. Throws the message of another page. */
export async function follow({ server }: TestApp, link: URL, client?: Client) {
    const headers = { ...formType, ...client?.headers };
    const { statusCode, body } = await ask(server, {
        method: 'POST',
        url: link.pathname,
        headers,
        payload: ''
    });
    if (statusCode !== 303) throw new Error(`${statusCode}: ${/<p>([^<]*)<\/p>/.exec(body)?.[1]}`);
}

/** What svc_reset_password answers. */
export const resetAnswers = {
    changed: {
        success: true,
        data: { message: 'Your password is changed. Sign in with the new password.' }
    },
    invalid: failure('This reset link is invalid or has expired.')
};
export type ResetAnswer = Awaited<ReturnType<typeof resetPassword>>;
