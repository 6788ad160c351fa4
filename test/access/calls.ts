// Requests to routes as the server's table names them: `post /_actions/x`, `get /pl/context/{id}`.
import { paths } from '../support/clients/client.ts';
import { ask, encode } from '../support/people/roles.ts';
import type { Asker } from './askers.ts';
import type { Fixtures } from './fixtures.ts';

/** What to ask of a route, where its address is not enough. */
export interface Entry {
    /** The same for every caller, except the sage that is created for a route with a sage as its object (`owned`). */
    sent?: About;
    /** A request that succeeds for every caller with access. It takes the owner where its object belongs to this user. */
    about?: (fixtures: Fixtures, ownerId: number) => Promise<About> | About;
    /** This request ends the session of the caller. */
    endsSession?: boolean;
    /** Only before there is any user. */
    onlyFirst?: boolean;
    /** The part of the path that is a secret: it gives access, and the secret of another object is a wrong one. */
    secret?: string;
}

export type Table = Record<string, Entry>;

export interface About {
    params?: Record<string, string | number>;
    query?: string;
    form?: Record<string, string | number>;
    json?: object;
    /** The body as it goes, in place of what would be written for `form` or `json`. */
    text?: string;
    /** In addition to the cookie of a session. */
    cookie?: string;
    /** Text that is in the answer only when the caller can see this object. */
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

/** The key of the other address of an action, its own. */
export const ownAddressOf = (key: string) => {
    const name = actionOf(key);
    return name === undefined || isOwn(templateOf(key)) ? undefined : `post ${ownAddress}${name}`;
};

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

/** Where a nonce is sent: in the form of an action, in the header of a JSON route and of an action at its own address. */
function withNonce(key: string, nonce: string | undefined): { form?: { nonce: string }; headers?: Headers } {
    if (nonce === undefined || !isWrite(key)) return {};
    return actionOf(key) && !isOwn(templateOf(key))
        ? { form: { nonce } }
        : { headers: { 'x-svc-nonce': nonce } };
}

export const usualNonce = (key: string) => (actionOf(key) ? 'svc_frontend_nonce' : 'svc_rest');

/** A logged-in caller sends the usual nonce. */
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
        payload: about.text ?? body.text
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
