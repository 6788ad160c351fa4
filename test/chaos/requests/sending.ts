// Sends mutated requests as they are, and keeps what a client needs to get in.
import { Agent, request } from 'node:http';
import { login, paths } from '../../support/clients/client.ts';
import { expected } from '../in-turn.ts';
import type { Mutated } from './mutated.ts';
import { known } from './values.ts';

/** Status 0: no response came. */
export interface Answer {
    status: number;
    headers: string;
    body: string;
    milliseconds: number;
}

export interface Badges {
    cookie: string;
    nonces: Record<string, string>;
    jwt: string;
    token: string;
}

async function badgesAt(url: string): Promise<Badges> {
    const client = await login(url);
    const issued = await expected(200, client.send('POST', '/auth/token'));
    const scopes = ['tool:*', 'admin:jobs', 'metrics:read', 'callback:build'];
    const wish = { name: 'Mutated requests', scopes };
    const made = await expected(201, client.send('POST', '/service-tokens', wish));
    return { cookie: client.cookie, nonces: client.nonces, jwt: issued.data.token, token: made.data.token };
}

/** Ids that responses have returned; the newest first. */
const mostIds = 300;

function idPool() {
    const ids = ['1', '2', '3', '4', '5'];
    let asked = 0;
    return {
        any: () => ids[((asked += 1) * 7919) % ids.length] ?? '1',
        learn(body: string) {
            for (const [, id] of body.slice(0, 20_000).matchAll(/"\w*id":"?([\w-]{1,60})"?/g))
                if (id && !ids.includes(id)) ids.unshift(id);
            ids.length = Math.min(ids.length, mostIds);
        }
    };
}

/** A request on its way; it stays the same when it is sent again. */
export interface Sent {
    method: string;
    target: string;
    headers: Record<string, string>;
    body: string;
}

/** With the headers below the 16 KB at which the contract closes the connection. */
const longestTarget = 3000;

/** Puts in what only a running server knows: ids, and what shows who asks. */
function complete(one: Mutated, badges: Badges | undefined, anId: () => string): Sent {
    const { operation, sender, path, query, type, body = '', headers, method } = one;
    const nonce = (name: string) => (sender === 'wrong' ? 'x' : (badges?.nonces[name] ?? ''));
    const [first = 'svc_rest'] = operation.nonces;
    const inBody = operation.tag === 'action' && type?.includes('urlencoded') === true;
    const nonces = operation.nonces.map((name) => `&nonce=${nonce(name)}`).join('');
    const withIds = (text: string) => text.replaceAll(known, anId);
    return {
        method,
        target: withIds(query === '' ? path : `${path}?${query}`)
            .replaceAll(/[^!-~]/g, '')
            .slice(0, longestTarget),
        headers: {
            ...(sender !== 'nobody' && badges && shownAt(operation.path, badges)),
            'x-svc-nonce': nonce(first),
            ...(type !== undefined && { 'content-type': type }),
            ...headers
        },
        body: withIds(body) + (inBody ? nonces : '')
    };
}

function shownAt(path: string, { jwt, token, cookie }: Badges): Record<string, string> {
    if (path.startsWith('/pl')) return { authorization: `Bearer ${jwt}` };
    if (/^\/(tools|mcp|metrics)/.test(path)) return { 'x-service-token': token };
    return { cookie };
}

const longest = 15_000;

function send(url: string, agent: Agent, { method, target, headers, body }: Sent) {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const began = performance.now();
    const over = (status: number, headers = '', body = '') =>
        resolve({ status, headers, body, milliseconds: performance.now() - began });
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const asking = request(url, { agent, method, path: target, headers: { ...headers, ...length } });
    asking.on('response', (response) => {
        const parts: Buffer[] = [];
        const ended = () =>
            over(response.statusCode ?? 0, JSON.stringify(response.headers), Buffer.concat(parts).toString());
        response
            .on('data', (part: Buffer) => parts.push(part))
            .on('end', ended)
            .on('error', ended);
    });
    asking.on('error', () => over(0));
    asking.setTimeout(longest, () => asking.destroy());
    asking.end(body);
    return promise;
}

/** Sends mutated requests over so many connections. */
export function sender(url: string, connections: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ids = idPool();
    let badges: Badges | undefined;

    async function ask(sent: Sent) {
        const first = await send(url, agent, sent);
        const answer = first.status === 0 ? await send(url, agent, sent) : first; // a kept connection may have ended just then
        ids.learn(answer.body);
        return answer;
    }

    return {
        ask,
        complete: (one: Mutated) => complete(one, badges, ids.any),
        /** Logs in where that is necessary. */
        async stayIn() {
            const headers = { cookie: badges?.cookie ?? '' };
            const { status } = await ask({
                method: 'GET',
                target: `${paths.rest}/profile`,
                headers,
                body: ''
            });
            if (status !== 200) badges = await badgesAt(url);
        },
        badges: () => badges,
        close: () => agent.destroy()
    };
}
