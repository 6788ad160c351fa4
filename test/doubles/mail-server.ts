// A real mail server on loopback, the only double there is for mail: it keeps what it takes.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Manners {
    /** The code that a mail is refused with, or undefined to take it. */
    refusal?: () => number | undefined;
    /** The code that a recipient is refused with, or undefined to take it. */
    unknown?: (address: string) => number | undefined;
    /** Told when the text of a mail begins. */
    begun?: () => void;
    /** Told of each mail that was taken. Its sender knows of it only when this has ended. */
    taken?: () => Promise<void> | void;
}

export async function openMailServer({ refusal, unknown, begun, taken }: Manners = {}) {
    const mails: Buffer[] = [];
    const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onRcptTo({ address }, _session, done) {
            const responseCode = unknown?.(address);
            done(responseCode ? Object.assign(new Error('No such user here'), { responseCode }) : null);
        },
        onData(stream, _session, done) {
            begun?.();
            const parts: Buffer[] = [];
            stream.on('data', (part: Buffer) => parts.push(part));
            const end = async () => {
                const responseCode = refusal?.();
                if (responseCode) return done(Object.assign(new Error('refused'), { responseCode }));
                mails.push(Buffer.concat(parts));
                await taken?.();
                return done();
            };
            stream.on('end', () => void end());
        }
    });
    server.on('error', () => undefined); // a sender that is killed hangs up
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    return {
        mails,
        env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Council <council@example.test>' },
        close: () => new Promise<void>((resolve) => server.close(() => resolve()))
    };
}
