// A client of the real server over HTTP: what a web frontend does.
import { administrator } from './process.ts';

export type HttpClient = Awaited<ReturnType<typeof login>>;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
type Answer = { status: number; body: any };

/** Logs in and answers a client that brings cookie and nonces along. */
export async function login(url: string, user: { login: string; password: string } = administrator) {
    const rest = `${url}/rest/svc/v1`;
    const response = await fetch(`${rest}/login`, json(user));
    if (!response.ok) throw new Error(`login answered ${response.status}: ${await response.text()}`);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { nonces } = ((await response.json()) as { data: { nonces: Record<string, string> } }).data;
    return {
        cookie,
        nonces,
        action: (name: string, form: Record<string, string | number> = {}) =>
            ask(`${rest}/admin/admin-ajax.php?action=${name}&nonce=`, {
                method: 'POST',
                headers: { cookie },
                body: new URLSearchParams({
                    action: name,
                    nonce: nonces['svc_frontend_nonce'] ?? '',
                    ...strings(form)
                })
            }),
        get: (path: string) => ask(rest + path, { headers: { cookie } }),
        post: (path: string, payload: object) =>
            ask(rest + path, json(payload, { cookie, 'x-svc-nonce': nonces['svc_rest'] ?? '' }))
    };
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, init);
    return { status: response.status, body: await response.json() };
}

const json = (payload: object, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload)
});

const strings = (form: Record<string, string | number>) =>
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
