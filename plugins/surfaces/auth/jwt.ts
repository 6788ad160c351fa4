// The tokens of the backend API: HS256 and nothing else, short-lived, every claim checked.
import { randomUUID } from 'node:crypto';
import Jwt from '@hapi/jwt';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import type { Keys } from '../../../db/installation/secrets.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { type BackendPermission, backendPermissions } from './backend-permissions.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';

interface Claims {
    iss: 'svc';
    aud: 'svc-pl';
    sub: string;
    jti: string;
    /** Seconds since 1970. */
    iat: number;
    exp: number;
    nbf?: number;
    permissions: readonly string[];
}

const algorithm = 'HS256';
const longestLife = 60 * 60;

/** How many seconds a token that is issued here is valid. */
export const jwtTtl = 15 * 60;

/**
 * Issues a token that is valid for `ttl` seconds from `at`, milliseconds since 1970: with the requested permissions, or all that
 * the user has. Refuses: forbidden for one that the user does not have, and where they have none.
 */
export function issueJwt(
    secret: string,
    { id, capabilities }: Holder,
    { permissions, ttl = jwtTtl, at }: Wish
) {
    const held = backendPermissions.filter((permission) => capabilities.includes(permission));
    const granted = permissions ?? held;
    if (granted.length === 0 || granted.some((one) => !held.includes(one)))
        throw new Refusal('forbidden', 'A token can have only permissions that the user has.');
    const iat = Math.floor(at / 1000);
    const claims: Claims = {
        iss: 'svc',
        aud: 'svc-pl',
        sub: String(id),
        jti: randomUUID(),
        iat,
        exp: iat + ttl,
        permissions: granted
    };
    const token = Jwt.token.generate(claims, { key: secret, algorithm });
    return { token, expiresAt: claims.exp * 1000, permissions: granted };
}

type Holder = Pick<Actor, 'id' | 'capabilities'>;

interface Wish {
    permissions?: readonly BackendPermission[] | undefined;
    ttl?: number;
    at: number;
}

const second = Joi.number().integer().positive();

const claimsSchema = Joi.object<Claims>({
    iss: Joi.valid('svc').required(),
    aud: Joi.valid('svc-pl').required(),
    sub: Joi.string()
        .pattern(/^[1-9]\d{0,15}$/)
        .required(),
    jti: Joi.string().max(128).required(),
    iat: second.required(),
    exp: second.required(),
    nbf: second,
    permissions: Joi.array().items(Joi.string().max(64)).max(32).required()
})
    .unknown()
    .prefs({ convert: false });

/**
 * Returns the claims of a token, if it is one of ours and valid now. The caller does not learn why not. A valid one is cached
 * until it ends, so that its signature is verified once. The cache is keyed by the digest of the token, so that no token stays
 * in memory. `leeway`, in milliseconds, is how far the clock of the node that issued a token may be ahead.
 */
export function jwtReader(keys: Keys, leeway = 0) {
    /** With the secret by which each was verified: the token ends with it. */
    const verified = new LRUCache<string, { claims: Claims; secret: string }>({ max: 1000 });
    return (token: string, at: number): Claims | undefined => {
        const digest = sha256(token);
        const known = verified.get(digest);
        const when = { now: at / 1000, latest: (at + leeway) / 1000 };
        const good = keys(at);
        if (known && good.includes(known.secret) && isGood(known.claims, when)) return known.claims;
        verified.delete(digest);
        for (const secret of good) {
            const claims = signedClaims(secret, token);
            if (!claims || !isGood(claims, when)) continue;
            verified.set(digest, { claims, secret });
            return claims;
        }
        return undefined;
    };
}

/** Seconds since 1970, by our clock and by one that is ahead of it. */
interface When {
    now: number;
    latest: number;
}

function isGood({ iat, exp, nbf = 0 }: Claims, { now, latest }: When) {
    return iat <= latest && nbf <= latest && now < exp && exp <= iat + longestLife;
}

function signedClaims(secret: string, token: string) {
    try {
        const artifacts = Jwt.token.decode(token);
        if (!isPlain(artifacts.decoded.header)) return undefined;
        Jwt.token.verifySignature(artifacts, { key: secret, algorithm });
        const { value, error } = claimsSchema.validate(artifacts.decoded.payload);
        return error ? undefined : value;
    } catch (error) {
        if (error instanceof Error) return undefined; // the library's errors have no class of their own
        throw error;
    }
}

/** Refuses a header with further members (a key, a critical extension, another type): each would ask for further rules. */
function isPlain(header: object) {
    const { alg, typ, ...more } = header as Record<string, unknown>;
    return alg === algorithm && typ === 'JWT' && Object.keys(more).length === 0;
}
