import { findChange, pendingChanges } from '../../db/accounts/pending-changes.ts';
import { findReset } from '../../db/accounts/password-resets.ts';
import type { MailKind, MailRow, Mails } from '../../db/jobs/mails.ts';
import { findDeal } from '../../db/sales/deals.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Reader } from '../../db/store/index.ts';
import type { LookedUp } from './looked-up.ts';
import type { Organisation } from './organisation.ts';
import { keyOfLink, type LinkKind, linkToken } from '../../db/accounts/tokens.ts';

/** The start of every link in an email. It comes from the settings, never from a request. */
export interface Addresses extends LookedUp {
    baseUrl: string;
    restPath: string;
    /**
     * The key that private links are derived with. A link is derived when its email is written, and stored nowhere. Without the
     * key the email has its text, but invalid links.
     */
    links: string | undefined;
    /** Who asks candidates, and offers to customers. */
    organisation?: Organisation;
}

/** The token of a link, or a placeholder for readers of the email who may not open its link. */
export const tokenOf = (links: string | undefined, ...about: [kind: LinkKind, id: string, issue: number]) =>
    links === undefined ? 'not-shown' : linkToken(links, ...about);

/** The link of an email, and its digest in the store. */
type Known = [digest: string | null | undefined, kind: LinkKind, id: string, issue: number];
type Find<About> = (on: Reader, about: About) => Promise<Known>;

const ofScreen: Find<Mails['screen_invitation']> = async (on, { screenId, issue }) => [
    (await findScreen(on, screenId))?.linkDigest,
    'screen',
    screenId,
    issue
];
const ofReset: Find<Pick<Mails['password_reset'], 'userId' | 'issue'>> = async (on, { userId, issue }) => [
    (await findReset(on, userId))?.digest,
    'reset',
    String(userId),
    issue
];
const ofChange: Find<Mails['verify_email']> = async (on, { changeId }) => [
    (await findChange(on, eq(pendingChanges.id, changeId)))?.digest,
    'verify',
    changeId,
    1
];
const ofOffer: Find<Mails['deal_offer']> = async (on, { dealId, issue }) => [
    (await findDeal(on, dealId))?.customerDigest,
    'deal',
    String(dealId),
    issue
];

const linkOf: { [Kind in MailKind]?: Find<Mails[Kind]> } = {
    screen_invitation: ofScreen,
    screen_received: ofScreen,
    screen_reminder: ofScreen,
    password_reset: ofReset,
    user_invited: ofReset,
    verify_email: ofChange,
    verify_password: ofChange,
    email_change_notice: async (on, { changeId }) => [
        (await findChange(on, eq(pendingChanges.id, changeId)))?.cancelDigest,
        'cancel',
        changeId,
        1
    ],
    deal_accepted: ofOffer,
    deal_offer: ofOffer,
    deal_reminder: ofOffer
};

/** The key that the link of an email was derived with. During a rotation of its secret there are two. */
export async function keyOfMail(
    on: Reader,
    { kind, about }: Pick<MailRow, 'kind' | 'about'>,
    keys: readonly [string, ...string[]]
) {
    const find = linkOf[kind] as Find<Mails[MailKind]> | undefined;
    if (keys.length === 1 || find === undefined) return keys[0];
    const [digest, ...link] = await find(on, about);
    return keyOfLink(keys, digest, ...link) ?? keys[0];
}
