// The link to a new password, as it arrives at the mail server.
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';

const patience = 20_000;

/** The key and the login of the link that this address was mailed, after so many other mails. */
export async function linkFor(mails: readonly Buffer[], address: string, before: number) {
    for (const last = performance.now() + patience; performance.now() < last; await sleep(5)) {
        const arrived = mails
            .slice(before)
            .findLast((mail) => mail.includes(`To: ${address}`) || mail.includes(`<${address}>`));
        const { text = '' } = arrived ? await PostalMime.parse(arrived) : {};
        const found = /reset-password\?(key=\S+)/.exec(text)?.[1];
        const { key, login } = Object.fromEntries(new URLSearchParams(found));
        if (key && login) return { reset_key: key, login };
    }
    throw new Error(`no link has come to ${address}`);
}
