// A mail server on loopback: what arrives is what candidates would read.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Letter {
    to: string;
    subject: string;
    text: string;
}

export async function openPostBox() {
    const raw: Buffer[] = [];
    const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, _session, done) {
            const parts: Buffer[] = [];
            stream.on('data', (part: Buffer) => parts.push(part));
            stream.on('end', () => {
                raw.push(Buffer.concat(parts));
                done();
            });
        }
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    return {
        letters: () => Promise.all(raw.map(read)),
        env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Council <council@example.test>' },
        close: () => new Promise<void>((resolve) => server.close(() => resolve()))
    };
}

async function read(raw: Buffer): Promise<Letter> {
    const { to, subject = '', text = '' } = await PostalMime.parse(raw);
    return { to: to?.[0]?.address ?? '', subject, text };
}
