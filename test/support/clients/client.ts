// What a web frontend does, over whatever carries its requests; and a client of the real server over HTTP.
import { administrator } from '../servers/process.ts';

export interface Ask {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    url: string;
    headers: Record<string, string>;
    payload?: string;
}

export const paths = { rest: '/rest/svc/v1', ajax: '/rest/svc/v1/admin/admin-ajax.php' };

interface Badge {
    headers: { cookie: string };
    /** Those that are good now. */
    nonces: () => Record<string, string>;
    paths?: { rest: string; ajax: string };
}

type Form = Record<string, string | number>;

/** A client that brings cookie and nonces along. */
export function clientOf<Answer>(
    ask: (request: Ask) => Promise<Answer>,
    { headers, nonces, paths: { rest, ajax } = paths }: Badge
) {
    return {
        /** Posts a form action with the right nonce, unless `form` brings its own. */
        action: (name: string, form: Form = {}) =>
            ask({
                method: 'POST',
                url: `${ajax}?action=${name}&nonce=`,
                headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
                payload: encode({ action: name, nonce: nonces()['svc_frontend_nonce'] ?? '', ...form })
            }),
        get: (path: string) => ask({ method: 'GET', url: rest + path, headers }),
        send: (
            method: 'POST' | 'PATCH' | 'PUT',
            path: string,
            payload: object = {},
            more: Record<string, string> = {}
        ) =>
            ask({
                method,
                url: rest + path,
                headers: {
                    ...headers,
                    'x-svc-nonce': nonces()['svc_rest'] ?? '',
                    'content-type': 'application/json',
                    ...more
                },
                payload: JSON.stringify(payload)
            })
    };
}

export const encode = (form: Form) => new URLSearchParams(form as Record<string, string>).toString();

/** An answer's JSON, or its text. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
export function bodyOf(type: unknown, text: string): any {
    return String(type).startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
}

export type HttpClient = Awaited<ReturnType<typeof login>>;

interface Login {
    login: string;
    password: string;
}

/** Logs in over HTTP, and answers a client that acts for this user. */
export const login = (url: string, user?: Login) => logInBy((request) => fetched(url, request), user);

/** The same over whatever carries the requests. */
export async function logInBy(
    ask: (request: Ask) => ReturnType<typeof fetched>,
    user: Login = administrator
) {
    const { statusCode, headers, body } = await ask({
        method: 'POST',
        url: `${paths.rest}/login`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(user)
    });
    if (statusCode !== 200) throw new Error(`login answered ${statusCode}: ${JSON.stringify(body)}`);
    const cookie = headers['set-cookie'][0]?.split(';')[0] ?? '';
    const nonces: Record<string, string> = body.data.nonces;
    return { ...clientOf(ask, { headers: { cookie }, nonces: () => nonces }), cookie, nonces };
}

/** Fetches an answer, as JSON where it is JSON. */
export async function fetched(
    origin: string,
    { url, payload, ...init }: Ask & Pick<RequestInit, 'redirect'>
) {
    const response = await fetch(origin + url, { ...init, body: payload ?? null });
    const headers = {
        ...Object.fromEntries(response.headers),
        'set-cookie': response.headers.getSetCookie()
    };
    return {
        statusCode: response.status,
        headers,
        body: bodyOf(response.headers.get('content-type'), await response.text())
    };
}
