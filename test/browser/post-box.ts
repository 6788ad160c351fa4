// What arrives by mail, as candidates would read it.
import PostalMime from 'postal-mime';
import { openMailServer } from '../mail-server.ts';

interface Letter {
    to: string;
    subject: string;
    text: string;
}

export async function openPostBox() {
    const { mails, env, close } = await openMailServer();
    return { letters: () => Promise.all(mails.map(read)), env, close };
}

async function read(raw: Buffer): Promise<Letter> {
    const { to, subject = '', text = '' } = await PostalMime.parse(raw);
    return { to: to?.[0]?.address ?? '', subject, text };
}
