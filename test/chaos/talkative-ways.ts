// The ways in which a service is used, well and badly, with texts and secrets that must not be passed on.
import { type Ask, encode, type fetched, type HttpClient, paths } from '../support/clients/client.ts';
import type { Canaries } from './canaries.ts';
import { linkFor } from './mailed-link.ts';

export const person = 'forgetful';
export const personAddress = 'forgetful@example.test';

export interface Fixtures {
    url: string;
    /** The file of the store. */
    file: string;
    canaries: Canaries;
    token: string;
    mails: readonly Buffer[];
    administrator: { login: string; password: string };
}

type Asking = (request: Ask) => ReturnType<typeof fetched>;

interface Way extends Fixtures {
    ask: Asking;
    admin: HttpClient;
    sage: number;
    isBroken?: boolean;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Tools with good and bad tokens, in a header and in the query, whose services answer with what they were sent. */
async function agents({ ask, token, canaries: { canary } }: Way) {
    const text = canary('what-an-agent-writes');
    const call = (tool: string, payload: unknown, more: Record<string, string> = {}, query = '') =>
        ask({
            method: 'POST',
            url: `/tools/${tool}${query}`,
            headers: { ...json, 'x-service-token': token, ...more },
            payload: typeof payload === 'string' ? payload : JSON.stringify(payload)
        });
    const content_base64 = Buffer.from(text).toString('base64');
    const trace = { run_id: text, actor: 'screener', routine: 'nightly', cadence: 'daily', status: 'ok' };
    await call('write_storage_object', { name: `${text}.txt`, content_base64, alias: 'far' });
    await call('write_storage_object', { name: `../${text}`, content_base64 });
    await call('emit_trace', { ...trace, notes: text });
    await call('emit_trace', { ...trace, status: text });
    await call('cms_get_page', { page_id: 7 });
    await call('cms_get_page', { page_id: text });
    await call('task_get', { crm_id: text });
    await call('task_get', `{"crm_id": "${text}`);
    await call(text, {});
    await call('task_get', { crm_id: 'x' }, { 'x-service-token': '' }, `?token=${token}`);
    await call('task_get', { crm_id: 'x' }, { 'x-service-token': '' }, `?token=${canary('a-wrong-token')}`);
    await call('task_get', { crm_id: 'x' }, { 'x-service-token': canary('a-wrong-token') });
}

/** Passwords that are wrong, or typed in the wrong place. */
async function logins({ ask, canaries: { canary } }: Way) {
    const typed = canary('a-mistyped-password');
    const tryIt = (login: string, password: string) =>
        ask({
            method: 'POST',
            url: `${paths.rest}/login`,
            headers: json,
            payload: JSON.stringify({ login, password })
        });
    await tryIt(person, typed);
    await tryIt(typed, typed);
    await ask({ method: 'GET', url: `/login?password=${typed}`, headers: {} });
    await ask({ method: 'GET', url: `${paths.rest}/session`, headers: { cookie: `svc_session=${typed}` } });
    await ask({ method: 'GET', url: '/pl/results/none', headers: { authorization: `Bearer ${typed}` } });
    await ask({
        method: 'POST',
        url: `${paths.rest}/login`,
        headers: json,
        payload: `{"password":"${typed}`
    });
}

/** Candidates whose mail server refuses them, and who answer and are judged. */
async function candidates({ ask, admin, sage, canaries: { canary, remember } }: Way) {
    const candidate = { name: canary('a-candidates-name'), email: `${canary('refused')}@example.test` };
    const invitation = { sage_id: sage, candidate, invite: true };
    const { body } = await admin.send('POST', '/screens', invitation);
    const path = new URL(String(body.data.link)).pathname;
    remember('the link of a candidate', path.split('/').at(-1) ?? '');
    const post = (step: string, fields: Record<string, string>) =>
        ask({ method: 'POST', url: `${path}/${step}`, headers: form, payload: encode(fields) });
    const answer = `${canary('an-answer')}: I measured each query and found the lock.`;
    await ask({ method: 'GET', url: path, headers: {} });
    await post('start', { consent: '1' });
    await post('answer', { criterion: 'debugging', text: answer });
    await post('answer', { criterion: canary('an-unknown-criterion'), text: 'x' });
    await post('submit', {});
    await post('submit', {});
    await ask({ method: 'GET', url: `/screen/${canary('a-wrong-link')}`, headers: {} });
    const id = String(body.data.screen.id);
    await admin.send('POST', `/screens/${id}/cancel`, { reason: canary('a-reason') });
}

/** A new password by a link, and the link used once more. */
async function resets({ ask, mails, canaries: { canary, remember }, isBroken }: Way) {
    const session = await fetchNonce(ask);
    const act = (action: string, fields: Record<string, string>) =>
        ask({
            method: 'POST',
            url: `${paths.ajax}?action=${action}&nonce=`,
            headers: form,
            payload: encode({ action, reset_password_nonce: session, recaptcha_token: 'none', ...fields })
        });
    await act('svc_request_password_reset', { login: canary('nobody') });
    await act('svc_request_password_reset', { login: person });
    const wrong = canary('a-wrong-key');
    await act('svc_reset_password', {
        reset_key: wrong,
        login: person,
        new_password: wrong,
        confirm_password: wrong
    });
    if (isBroken) return;
    const link = await linkFor(mails, personAddress);
    remember('the key of a reset', link.reset_key);
    const chosen = canary('a-new-password');
    for (const confirm_password of [wrong, chosen, chosen])
        await act('svc_reset_password', { ...link, new_password: chosen, confirm_password });
}

async function fetchNonce(ask: Asking) {
    const { body } = await ask({ method: 'GET', url: `${paths.rest}/session`, headers: {} });
    return String(body.data.nonces.reset_password_nonce);
}

/** Fields of forms, tokens of the backend and tasks. */
async function people({ ask, admin, canaries: { canary, remember } }: Way) {
    const text = canary('what-somebody-types');
    const headers = { cookie: admin.cookie };
    const { body } = await admin.send('POST', '/auth/token');
    const token = String(body.data?.token ?? 'none while broken');
    remember('a token of the backend', token);
    const backend = { ...json, authorization: `Bearer ${token}` };
    const context = JSON.stringify({ name: text, context: text, more: text });
    await ask({ method: 'POST', url: '/pl/context/', headers: backend, payload: context });
    await ask({ method: 'GET', url: `/pl/results/${text}`, headers: backend });
    await ask({ method: 'GET', url: '/pl/results/x', headers: { authorization: `Bearer ${token}x` } });
    const rest = { ...headers, ...json, 'x-svc-nonce': admin.nonces['svc_rest'] ?? '' };
    for (const payload of [{ crm_id: text, title: text }, { crm_id: text, unknown: text }, { planner_id: 7 }])
        await ask({
            method: 'PUT',
            url: `${paths.rest}/tasks`,
            headers: rest,
            payload: JSON.stringify(payload)
        });
    await ask({ method: 'POST', url: `${paths.rest}/sages`, headers: { ...rest, 'x-svc-nonce': text } });
    const profile = { action: 'svc_update_profile', nonce: admin.nonces['svc_frontend_nonce'] ?? '' };
    for (const fields of [{ linkedin: text }, { user_id: text }, { unknown: text }])
        await ask({
            method: 'POST',
            url: `${paths.ajax}?action=svc_update_profile&nonce=${text}`,
            headers: { ...headers, ...form },
            payload: encode({ ...profile, ...fields })
        });
}

/** Requests that should never be sent. */
async function strangers({ ask, canaries: { canary } }: Way) {
    const text = canary('a-stranger');
    for (const url of [
        `/${text}`,
        `/avatars/${text}`,
        `/screen/demo/${text}`,
        `/setup/${text}`,
        `/offer/${text}`
    ])
        await ask({
            method: 'GET',
            url,
            headers: { referer: text, 'user-agent': text, cookie: `a=${text}` }
        });
    await ask({
        method: 'POST',
        url: `/${text}`,
        headers: { 'content-type': `text/${text}` },
        payload: text
    });
    await ask({ method: 'POST', url: paths.ajax, headers: form, payload: `action=${text}&nonce=${text}` });
    await ask({ method: 'POST', url: paths.ajax, headers: form, payload: text.repeat(3000) });
}

/** An administrator tries what is set. */
async function tries({ admin }: Way) {
    await admin.send('POST', '/settings/mail-test');
    await admin.send('POST', '/settings/evaluator-test');
    await admin.send('POST', '/settings/storage-test', { alias: 'far' });
}

/** All of them. */
export const ways = [agents, logins, candidates, resets, people, strangers, tries] as const;
/** Those that meet the tables which are gone. */
export const waysWithFaults = [agents, resets, people] as const;
