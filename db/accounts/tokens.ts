// Private links are derived from a key and not random: a retry or a reminder derives the same link again, and no
// stored value reveals it. A higher issue number invalidates the earlier links.
import crypto from 'node:crypto';

/** The purposes of private links; `cancel` reverts a change of address. */
export type LinkKind = 'screen' | 'reset' | 'verify' | 'cancel' | 'deal';

/** Returns the token of a private link: 43 characters that are safe in a URL. */
export function linkToken(secret: string, kind: LinkKind, id: string, issue: number) {
    return crypto.createHmac('sha256', secret).update(`${kind}|${id}|${issue}`).digest('base64url');
}

/** Returns which of these keys a link with this digest was created with; undefined for none of them. */
export const keyOfLink = (
    keys: readonly string[],
    digest: string | null | undefined,
    ...about: [kind: LinkKind, id: string, issue: number]
) => keys.find((key) => sha256(linkToken(key, ...about)) === digest);

/** Returns the token of the link with this digest, to show it again; undefined where no key made it, or there is none. */
export function tokenAgain(...link: Parameters<typeof keyOfLink>) {
    const [, , ...about] = link;
    const key = keyOfLink(...link);
    return key === undefined ? undefined : linkToken(key, ...about);
}

/** Returns the SHA-256 of a text in hex, in which form secrets are stored and texts are compared. */
export const sha256 = (text: string) => crypto.hash('sha256', text);
