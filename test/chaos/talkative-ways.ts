// The ways in which a service is used, well and badly, with texts and secrets that must not be passed on.
import { type Ask, encode, type fetched, type HttpClient, paths } from '../support/clients/client.ts';
import type { Canaries } from './canaries.ts';
import { expected } from './expected.ts';
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
    /** All services work: a request that is right must be served. */
    isServed?: boolean;
}

type Asking = (request: Ask) => ReturnType<typeof fetched>;

interface Way extends Fixtures {
    ask: Asking;
    admin: HttpClient;
    sage: number;
    isBroken?: boolean;
}

type Headers = Record<string, string>;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const get = ({ ask }: Pick<Way, 'ask'>, url: string, headers: Headers = {}) =>
    ask({ method: 'GET', url, headers });

/** With the payload as it is, or as JSON. */
const send = (
    { ask }: Way,
    url: string,
    payload: string | object,
    headers: Headers = {},
    method: Ask['method'] = 'POST'
) =>
    ask({
        method,
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload)
    });

const postForm = (way: Way, url: string, fields: Record<string, string>, headers: Headers = {}) =>
    send(way, url, encode(fields), { ...headers, ...form });

/** The answer to a request that is right. */
async function right({ isServed }: Way, status: number, asking: ReturnType<Asking>) {
    if (isServed) await expected(status, asking);
    return asking;
}

/** Tools with good and bad tokens, in a header and in the query, whose services answer with what they were sent. */
async function agents(way: Way) {
    const { token, canaries } = way;
    const text = canaries.canary('what-an-agent-writes');
    const wrong = canaries.canary('a-wrong-token');
    const call = (tool: string, payload: string | object, badge = token) =>
        send(way, `/tools/${tool}`, payload, { 'x-service-token': badge });
    const content_base64 = Buffer.from(text).toString('base64');
    const trace = { run_id: text, actor: 'screener', routine: 'nightly', cadence: 'daily', status: 'ok' };
    await call('write_storage_object', { name: `${text}.txt`, content_base64, alias: 'far' });
    await call('write_storage_object', { name: `../${text}`, content_base64 });
    await right(way, 200, call('write_storage_object', { name: 'report.txt', content_base64 }));
    await right(way, 200, call('emit_trace', { ...trace, notes: text }));
    await call('emit_trace', { ...trace, status: text });
    await call('cms_get_page', { page_id: 7 });
    await call('cms_get_page', { page_id: text });
    await right(way, 200, call('task_get', { crm_id: text }));
    await call('task_get', `{"crm_id": "${text}`);
    await call(text, {});
    for (const inQuery of [token, wrong]) await call(`task_get?token=${inQuery}`, { crm_id: 'x' }, '');
    await call('task_get', { crm_id: 'x' }, wrong);
}

/** Passwords that are wrong, or typed in the wrong place. */
async function logins(way: Way) {
    const typed = way.canaries.canary('a-mistyped-password');
    const logIn = (payload: string | object) => send(way, `${paths.rest}/login`, payload);
    await logIn({ login: person, password: typed });
    await logIn({ login: typed, password: typed });
    await get(way, `/login?password=${typed}`);
    await get(way, `${paths.rest}/session`, { cookie: `svc_session=${typed}` });
    await get(way, '/pl/results/none', { authorization: `Bearer ${typed}` });
    await logIn(`{"password":"${typed}`);
}

/** Candidates whose mail server refuses them, and who answer and are judged. */
async function candidates(way: Way) {
    const { admin, sage, canaries } = way;
    const { canary, remember } = canaries;
    const candidate = { name: canary('a-candidates-name'), email: `${canary('refused')}@example.test` };
    const invitation = { sage_id: sage, candidate, invite: true };
    const { body } = await right(way, 201, admin.send('POST', '/screens', invitation));
    const path = new URL(String(body.data.link)).pathname;
    remember('the link of a candidate', path.split('/').at(-1) ?? '');
    const post = (step: string, fields: Record<string, string>) => postForm(way, `${path}/${step}`, fields);
    const answer = `${canary('an-answer')}: I measured each query and found the lock.`;
    await right(way, 200, get(way, path));
    await right(way, 303, post('start', { consent: '1' }));
    await right(way, 303, post('answer', { criterion: 'debugging', text: answer }));
    await post('answer', { criterion: canary('an-unknown-criterion'), text: 'x' });
    await right(way, 303, post('submit', {}));
    await post('submit', {});
    await get(way, `/screen/${canary('a-wrong-link')}`);
    const id = String(body.data.screen.id);
    await admin.send('POST', `/screens/${id}/cancel`, { reason: canary('a-reason') });
}

/** A new password by a link, and the link used once more. */
async function resets(way: Way) {
    const { mails, canaries, isBroken } = way;
    const { canary, remember } = canaries;
    const { body } = await get(way, `${paths.rest}/session`);
    const reset_password_nonce = String(body.data.nonces.reset_password_nonce);
    const act = (action: string, fields: Record<string, string>) => {
        const sent = { action, reset_password_nonce, recaptcha_token: 'none', ...fields };
        return postForm(way, `${paths.ajax}?action=${action}&nonce=`, sent);
    };
    await act('svc_request_password_reset', { login: canary('nobody') });
    const before = mails.length;
    await right(way, 200, act('svc_request_password_reset', { login: person }));
    const wrong = canary('a-wrong-key');
    const guessed = { reset_key: wrong, login: person, new_password: wrong, confirm_password: wrong };
    await act('svc_reset_password', guessed);
    if (isBroken) return;
    const link = await linkFor(mails, personAddress, before);
    remember('the key of a reset', link.reset_key);
    const chosen = canary('a-new-password');
    const reset = (confirm_password: string) =>
        act('svc_reset_password', { ...link, new_password: chosen, confirm_password });
    await reset(wrong);
    await right(way, 200, reset(chosen));
    await reset(chosen);
}

/** Fields of forms, tokens of the backend and tasks. */
async function people(way: Way) {
    const { admin, canaries } = way;
    const text = canaries.canary('what-somebody-types');
    const { cookie, nonces } = admin;
    const { body } = await right(way, 200, admin.send('POST', '/auth/token'));
    const token = String(body.data?.token ?? 'none while broken');
    canaries.remember('a token of the backend', token);
    const authorization = `Bearer ${token}`;
    await send(way, '/pl/context/', { name: text, context: text, more: text }, { authorization });
    await get(way, `/pl/results/${text}`, { authorization });
    await get(way, '/pl/results/x', { authorization: `${authorization}x` });
    const badge = { cookie, 'x-svc-nonce': nonces['svc_rest'] ?? '' };
    const put = (payload: object) => send(way, `${paths.rest}/tasks`, payload, badge, 'PUT');
    await right(way, 200, put({ crm_id: text, title: text }));
    for (const payload of [{ crm_id: text, unknown: text }, { planner_id: 7 }]) await put(payload);
    await send(way, `${paths.rest}/sages`, '', { cookie, 'x-svc-nonce': text });
    const profile = { action: 'svc_update_profile', nonce: nonces['svc_frontend_nonce'] ?? '' };
    for (const fields of [{ linkedin: text }, { user_id: text }, { unknown: text }]) {
        const url = `${paths.ajax}?action=svc_update_profile&nonce=${text}`;
        await postForm(way, url, { ...profile, ...fields }, { cookie });
    }
}

/** Requests that should never be sent. */
async function strangers(way: Way) {
    const text = way.canaries.canary('a-stranger');
    for (const folder of ['', 'avatars/', 'screen/demo/', 'setup/', 'offer/'])
        await get(way, `/${folder}${text}`, { referer: text, 'user-agent': text, cookie: `a=${text}` });
    await send(way, `/${text}`, text, { 'content-type': `text/${text}` });
    await send(way, paths.ajax, `action=${text}&nonce=${text}`, form);
    await send(way, paths.ajax, text.repeat(3000), form);
}

/** An administrator tries what is set. */
async function tries(way: Way) {
    const { admin } = way;
    await right(way, 200, admin.send('POST', '/settings/mail-test'));
    await admin.send('POST', '/settings/evaluator-test');
    await admin.send('POST', '/settings/storage-test', { alias: 'far' });
}

/** All of them. */
export const ways = [agents, logins, candidates, resets, people, strangers, tries] as const;
/** Those that meet the tables which are gone. */
export const waysWithFaults = [agents, resets, people] as const;
