// Requests to routes as the server's table names them: `post /_actions/x`, `get /pl/context/{id}`.
import { paths } from '../support/machines/client.ts';
import { ask, encode } from '../support/people/roles.ts';
import type { Asker, Rule } from './rules.ts';
import type { Fixtures } from './fixtures.ts';

/** A route, who gets in, and what to ask of it. */
export interface Entry {
    rule: Rule;
    /** The status for whoever gets in. */
    done?: number;
    /** A request that succeeds for whoever gets in, about something of this user's. */
    about?: (fixtures: Fixtures, ownerId: number) => Promise<About> | About;
    /** Whoever asks this is logged out. */
    endsSession?: boolean;
    /** Only before there is any user. */
    onlyFirst?: boolean;
}

export type Table = Record<string, Entry>;

export interface About {
    params?: Record<string, string | number>;
    query?: string;
    form?: Record<string, string | number>;
    json?: object;
    /** Beside that of a session. */
    cookie?: string;
    /** What stands in the answer of whoever sees this object, and of nobody else. */
    mark?: string;
}

const methodOf = (key: string) => (key.split(' ')[0] === '*' ? 'get' : (key.split(' ')[0] ?? ''));
export const isWrite = (key: string) => methodOf(key) !== 'get';
const templateOf = (key: string) => key.slice(key.indexOf(' ') + 1);
const ownAddress = `${paths.ajax}/`;
const isOwn = (template: string) => template.startsWith(ownAddress);
const action = new RegExp(`^(?:/_actions/|${RegExp.escape(ownAddress)})`);
/** The action behind the contract's one address, or at its own. */
export const actionOf = (key: string) => {
    const template = templateOf(key);
    return action.test(template) ? template.replace(action, '') : undefined;
};

/** A route of an action answers at two addresses. */
export const addressesOf = (key: string) => {
    const name = actionOf(key);
    return name === undefined ? [key] : [key, `post ${ownAddress}${name}`];
};

/** The same rules, and for each action the same at its own address. */
export const atBothAddresses = (table: Table): Table =>
    Object.fromEntries(
        Object.entries(table).flatMap(([key, entry]) =>
            addressesOf(key).map((address) => [address, entry] as const)
        )
    );

export function urlOf(key: string, { params = {}, query = '' }: About) {
    const name = actionOf(key);
    if (name && !isOwn(templateOf(key))) return `${paths.ajax}?action=${name}&nonce=`;
    const filled = templateOf(key).replaceAll(/\{(\w+)\*?\}/g, (_, param: string) =>
        String(params[param]).split('/').map(encodeURIComponent).join('/')
    );
    return filled + query;
}

type Headers = Record<string, string>;

/** How each shows who they are; a session without its nonce. */
export function badgeOf(fixtures: Fixtures, asker: Asker): Headers {
    switch (asker.by) {
        case 'nobody':
            return {};
        case 'session':
            return fixtures.client(asker.person).headers;
        case 'jwt':
            return { authorization: `Bearer ${fixtures.jwt(asker.person)}` };
        case 'token':
            return { 'x-service-token': fixtures.token(asker.scope) };
    }
}

/** Where a nonce stands: in the form of an action, in the header of a JSON route and of an action at its own address. */
function withNonce(key: string, nonce: string | undefined): { form?: { nonce: string }; headers?: Headers } {
    if (nonce === undefined || !isWrite(key)) return {};
    return actionOf(key) && !isOwn(templateOf(key))
        ? { form: { nonce } }
        : { headers: { 'x-svc-nonce': nonce } };
}

export const usualNonce = (key: string) => (actionOf(key) ? 'svc_frontend_nonce' : 'svc_rest');

/** Whoever is logged in brings the usual nonce along. */
export function nonceOf(fixtures: Fixtures, key: string, asker: Asker) {
    return asker.by === 'session' ? fixtures.client(asker.person).nonces()[usualNonce(key)] : undefined;
}

export interface Call {
    badge: Headers;
    nonce?: string | undefined;
    headers?: Headers;
}

export async function call(
    { testApp }: Fixtures,
    key: string,
    about: About,
    { badge, nonce, headers }: Call
) {
    const given = withNonce(key, nonce);
    const cookie = [badge['cookie'], about.cookie].filter(Boolean).join('; ');
    const sent = { ...badge, ...(cookie && { cookie }), ...given.headers, ...headers };
    const method = methodOf(key).toUpperCase();
    const url = urlOf(key, about);
    if (!isWrite(key)) return ask(testApp.server, { method, url, headers: sent });
    const body = bodyOf(key, about, given.form);
    return ask(testApp.server, {
        method,
        url,
        headers: { 'content-type': body.type, ...accepts(key), ...sent },
        payload: body.text
    });
}

function bodyOf(key: string, { form, json }: About, nonce?: { nonce: string }) {
    const name = actionOf(key);
    if (name || form)
        return {
            type: 'application/x-www-form-urlencoded',
            text: encode({ ...(name && !isOwn(templateOf(key)) && { action: name }), ...form, ...nonce })
        };
    return { type: 'application/json', text: JSON.stringify(json ?? {}) };
}

const accepts = (key: string): Headers =>
    key.endsWith(' /mcp') ? { accept: 'application/json, text/event-stream' } : {};
