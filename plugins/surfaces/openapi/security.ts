// Authentication in /openapi.json: who must send what, and which nonce in addition.
import { isDeepStrictEqual } from 'node:util';
import type { RequestRoute } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import { sessionCookie } from '../auth/schemes.ts';
import type { Json } from './json-schemas.ts';

type Settings = RequestRoute['settings'];

export const schemesOf = (config: Config) => ({
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie({ config }) },
    nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Svc-Nonce',
        description:
            'A nonce that the route lists in `x-nonces`, from `data.nonces` of POST /login or GET /session. Valid for 12 to 24 hours.'
    },
    jwt: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: '`data.token` of POST /auth/token, or `jwt issue` on the command line.'
    },
    'service-token': { type: 'apiKey', in: 'header', name: 'X-Service-Token' },
    'bearer-token': { type: 'http', scheme: 'bearer', description: 'The same token.' },
    'query-token': {
        type: 'apiKey',
        in: 'query',
        name: 'token',
        description: 'For callers that cannot send a header. TOKEN_IN_QUERY=off turns it off.'
    }
});

/** The authentication of most routes; /openapi.json has it once, as the default. */
export const usualSecurity: Json[] = [{ session: [], nonce: [] }];

/** Who gets in, with any one of which capabilities or scopes, and with which nonces. */
export function securityOf(settings: Settings): Json {
    const { auth, app } = settings;
    const nonces = app?.nonces && { 'x-nonces': app.nonces };
    if (typeof auth !== 'object' || !('strategies' in auth)) return { security: [], ...nonces };
    const session = { session: [], ...(app?.nonces && { nonce: [] }) };
    const token = { 'service-token': [] };
    const known: Record<string, Json[]> = {
        session: [session],
        staff: [session, token],
        jwt: [{ jwt: [] }],
        'tool-token': [token, { 'query-token': [] }],
        'mcp-token': [token, { 'bearer-token': [] }]
    };
    const ways = (auth.strategies ?? []).flatMap((strategy) => known[strategy] ?? [token]);
    const all = auth.mode === 'try' ? [...ways, {}] : ways;
    const scopes = scopesOf(settings);
    return {
        ...(!isDeepStrictEqual(all, usualSecurity) && { security: all }),
        ...(scopes.length > 0 && { 'x-any-of': scopes }), // any one of these lets the caller in
        ...nonces
    };
}

/** hapi keeps scopes sorted by what they mean; ours all mean: any of these. */
export function scopesOf({ auth }: Settings): string[] {
    const access = typeof auth === 'object' && 'access' in auth ? [auth.access ?? []].flat() : [];
    return access.flatMap(({ scope }) => ((scope || {}) as { selection?: string[] }).selection ?? []);
}

export const needsLogin = ({ auth }: Settings) =>
    typeof auth === 'object' && 'mode' in auth && auth.mode === 'required';
