// What arrives by mail, as candidates would read it.
import PostalMime from 'postal-mime';
import { openMailServer } from '../doubles/mail-server.ts';
import { until } from '../support/servers/process.ts';

interface Letter {
    to: string;
    subject: string;
    text: string;
}

/** An unknown address, which the mail server refuses. */
export const refusedAddress = (name: string) => `nobody-${name}@example.test`;

export async function openPostBox() {
    const unknown = (address: string) => (address.startsWith('nobody-') ? 550 : undefined);
    const { mails, env, close } = await openMailServer({ unknown });
    const letters = () => Promise.all(mails.map(read));
    const opened = new Set<number>();

    /** The next letter to this address, not handed out before, that holds such a link: the link. */
    async function linkTo(address: string, part: string) {
        let link = '';
        await until(`a mail to ${address} with ${part}`, async () => {
            const found = (await letters()).findIndex(
                ({ to, text }, i) => to === address && text.includes(part) && !opened.has(i)
            );
            if (found < 0) return false;
            opened.add(found);
            link = linkWith(part, (await letters())[found]?.text ?? '');
            return true;
        });
        return link;
    }
    return { letters, linkTo, env, close };
}

const linkWith = (part: string, text: string) =>
    text.split(/\s+/).find((word) => word.startsWith('http') && word.includes(part)) ?? '';

async function read(raw: Buffer): Promise<Letter> {
    const { to, subject = '', text = '' } = await PostalMime.parse(raw);
    return { to: to?.[0]?.address ?? '', subject, text };
}
