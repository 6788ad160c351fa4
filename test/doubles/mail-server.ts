// A real mail server on loopback, the only double there is for mail: it keeps what it takes.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A code, or a code with the words after it. */
type Answer = number | string | undefined;

interface Manners {
    /** With a certificate of its own: from the first byte, or once STARTTLS asks for it. */
    tls?: 'first' | 'starttls';
    /** The answer that a login is refused with, or undefined to let it in. */
    login?: () => Answer;
    /** The answer that the sender is refused with, or undefined to take them. */
    sender?: () => Answer;
    /** The answer that a mail is refused with, or undefined to take it. */
    refusal?: () => Answer | Promise<Answer>;
    /** The answer that a recipient is refused with, or undefined to take it. */
    unknown?: (address: string) => Answer;
    /** Called when the text of an email starts. */
    begun?: () => void;
    /** Called for each email that was accepted. The sender gets its answer only when this has ended. */
    taken?: () => Promise<void> | void;
}

export async function openMailServer(manners: Manners = {}) {
    const { tls, login, sender, refusal, unknown, begun, taken } = manners;
    const mails: Buffer[] = [];
    const names: string[] = [];
    const server = new SMTPServer({
        authOptional: true,
        secure: tls === 'first',
        disabledCommands: tls ? [] : ['STARTTLS'],
        allowInsecureAuth: true,
        hideENHANCEDSTATUSCODES: true, // answers name their own
        onAuth(_auth, _session, done) {
            const refused = refusing(login?.(), 'No such login');
            done(refused, refused ? undefined : { user: 'council' });
        },
        onMailFrom(_address, { hostNameAppearsAs }, done) {
            names.push(hostNameAppearsAs);
            done(refusing(sender?.(), 'Not your address'));
        },
        onRcptTo: ({ address }, _session, done) => done(refusing(unknown?.(address), 'No such user here')),
        onData(stream, _session, done) {
            begun?.();
            const parts: Buffer[] = [];
            stream.on('data', (part: Buffer) => parts.push(part));
            const end = async () => {
                const refused = refusing(await refusal?.(), 'refused');
                if (refused) return done(refused);
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
    const user = login ? 'council:secret@' : '';
    return {
        mails,
        /** As the senders introduced themselves. */
        names,
        env: { SMTP_URL: `smtp://${user}127.0.0.1:${port}`, MAIL_FROM: 'Council <council@example.test>' },
        close: () => new Promise<void>((resolve) => server.close(() => resolve()))
    };
}

function refusing(answer: Answer, usual: string) {
    if (answer === undefined) return null;
    const [code, ...words] = String(answer).split(' ');
    return Object.assign(new Error(words.join(' ') || usual), { responseCode: Number(code) });
}
