// JWTs made by hand, so that the tests rest on the standard and not on the library that the server reads them with.
import { createHmac, randomUUID } from 'node:crypto';
import type { BackendPermission } from '../../../plugins/surfaces/auth/backend-permissions.ts';
import { secrets } from '../people/roles.ts';

export const bothPermissions: readonly BackendPermission[] = ['council_screen', 'council_sage'];

/** What a good token says: of this user, for a quarter of an hour from `at`, in milliseconds since 1970. */
export function claimsOf(userId: number, at: number) {
    const iat = Math.floor(at / 1000);
    return {
        iss: 'svc',
        aud: 'svc-pl',
        sub: String(userId),
        jti: randomUUID(),
        iat,
        exp: iat + 900,
        permissions: bothPermissions
    };
}

export const plainHeader = { alg: 'HS256', typ: 'JWT' };

interface Signing {
    header?: object;
    key?: string;
    hash?: string;
}

/** The token for these claims, or for a text as it is; by default with our key and the header that our tokens have. */
export function signed(
    claims: object | string,
    { header = plainHeader, key = secrets.jwt, hash = 'sha256' }: Signing = {}
) {
    const content = `${encoded(header)}.${encoded(claims)}`;
    return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`;
}

export const encoded = (part: object | string) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** What a token says, unchecked. */
export function partsOf(token: string) {
    const [header, claims] = token
        .split('.', 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
    return { header, claims };
}
