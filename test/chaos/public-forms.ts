// What can be posted without a login, on one connection or on many.
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { encode, paths } from '../support/clients/client.ts';

/** For servers that are asked a lot: no human check, no limits. */
export const unguarded = {
    HUMAN_CHECK: 'off',
    RATE_RESET: '0',
    RATE_RESET_ADDRESS: '0',
    RATE_PAGES: '0'
};

export interface Said {
    status: number;
    body: string;
    /** From the first byte sent to the last one read. */
    milliseconds: number;
}

export type PublicForms = Awaited<ReturnType<typeof openForms>>;

/** At most `connections` at once, which are kept. */
export async function openForms(url: string, connections: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ask = (path: string, headers: OutgoingHttpHeaders = {}, body = '') =>
        answerOf(request(url + path, { agent, method: body ? 'POST' : 'GET', headers }), body);
    const { body } = await ask(`${paths.rest}/session`);
    const { reset_password_nonce } = (JSON.parse(body) as Anonymous).data.nonces;
    const post = (path: string, fields: Record<string, string>) =>
        ask(path, { 'content-type': 'application/x-www-form-urlencoded' }, encode(fields));
    return {
        action: (action: string, fields: Record<string, string>) =>
            post(`${paths.ajax}?action=${action}&nonce=`, {
                action,
                reset_password_nonce,
                recaptcha_token: 'none',
                ...fields
            }),
        login: (fields: Record<string, string>) => post(`${paths.rest}/login`, fields),
        close: () => agent.destroy()
    };
}

interface Anonymous {
    data: { nonces: { reset_password_nonce: string } };
}

async function answerOf(asking: ReturnType<typeof request>, body: string): Promise<Said> {
    const began = performance.now();
    asking.end(body);
    const [response] = await once(asking, 'response');
    const said = await text(response);
    return { status: response.statusCode, body: said, milliseconds: performance.now() - began };
}
