// Private links are derived, not drawn: whoever needs one again (a retry, a reminder) makes the same one, and
// nothing that is kept gives it away. A higher issue number voids the links before.
import crypto from 'node:crypto';

/** What a link opens; `cancel` takes back a change of address. */
export type LinkKind = 'screen' | 'reset' | 'verify' | 'cancel' | 'deal';

/** The token of a private link: 43 characters, safe in an address. */
export function linkToken(secret: string, kind: LinkKind, id: string, issue: number) {
    return crypto.createHmac('sha256', secret).update(`${kind}|${id}|${issue}`).digest('base64url');
}
/** SHA-256 in hex: how secrets rest, and what tells two texts apart. */
export const sha256 = (text: string) => crypto.hash('sha256', text);
