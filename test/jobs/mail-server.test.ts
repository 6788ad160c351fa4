// What is wrong with the way to the mail server, in words that name what to change.
import { createServer, type Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { mailFault, mailServerProblem } from '../../jobs/mail/server.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { listenOnLoopback } from '../doubles/ports.ts';

type Url = (t: ExecutionContext) => Promise<string>;

const urlOf =
    (manners: Parameters<typeof openMailServer>[0], scheme = 'smtp:'): Url =>
    async (t) => {
        const { env, close } = await openMailServer(manners);
        t.teardown(close);
        return env.SMTP_URL.replace('smtp:', scheme);
    };

/** A server that does this to each connection. */
const rude =
    (does: (socket: Socket) => unknown, scheme = 'smtp'): Url =>
    async (t) => {
        const server = createServer((socket) => void does(socket.on('error', () => undefined)));
        const port = await listenOnLoopback(server);
        t.teardown(() => server.close());
        return `${scheme}://127.0.0.1:${port}`;
    };

const ways: Record<string, [url: Url, problem: RegExp | undefined, patience?: object]> = {
    'a server as it should be': [urlOf({}), undefined],
    'a login that is refused': [
        urlOf({ login: () => '535 5.7.8 Authentication credentials invalid' }),
        /responded: 535 /
    ],
    'a certificate that nobody trusts, after STARTTLS': [urlOf({ tls: 'starttls' }), /certificate/],
    'a certificate that nobody trusts': [urlOf({ tls: 'first' }, 'smtps:'), /certificate/],
    'smtps where TLS is not spoken': [urlOf({}, 'smtps:'), /does not use TLS.* smtp:/],
    'smtp where TLS is spoken': [urlOf({ tls: 'first' }), /no greeting.* smtps:/, { greeting: 300 }],
    'a server that says nothing': [rude(() => undefined), /no greeting/, { greeting: 300 }],
    'a server that says nothing in TLS': [
        rude(() => undefined, 'smtps'),
        /did not answer in time/,
        { connection: 300 }
    ],
    'a server that hangs up': [rude((socket) => socket.end()), /closed the connection/],
    'a server that hangs up in TLS': [rude((socket) => socket.end(), 'smtps'), /closed the connection/],
    'a port where nothing listens': [() => Promise.resolve('smtp://127.0.0.1:1'), /refused the connection/]
};

for (const [what, [urlFor, problem, patience]] of Object.entries(ways))
    test(`the way to the mail server names what is wrong: ${what}`, async (t) => {
        const url = await urlFor(t);
        const words = await mailServerProblem({ url, baseUrl: 'http://localhost' }, patience);
        if (problem === undefined) t.is(words, undefined);
        else t.regex(words ?? '', problem);
        t.false((words ?? '').includes('secret'), 'the password of the URL');
    });

test('a server that ignores QUIT is let go once it has answered', async (t) => {
    const heard: string[] = [];
    const hungUp = Promise.withResolvers<void>();
    const urlFor = rude((socket) => {
        socket.write('220 here\r\n');
        socket
            .on('close', () => hungUp.resolve())
            .on('data', (line) => {
                heard.push(String(line).trim());
                if (heard.at(-1) !== 'QUIT') socket.write('250 ok\r\n');
            });
    });
    const server = { url: await urlFor(t), baseUrl: 'http://council.example.test' };
    t.is(await mailServerProblem(server, { waitsFor: 1000 }), undefined);
    await hungUp.promise; // of itself the mail library waits for hours here
    t.deepEqual(heard, ['EHLO council.example.test', 'QUIT']);
});

/** As Node and OpenSSL word them. */
const certificates: [error: Error | undefined, problem: RegExp][] = [
    [new Error('certificate has expired'), /an expired certificate/],
    [new Error('self-signed certificate'), /NODE_EXTRA_CA_CERTS/],
    [new Error('unable to verify the first certificate'), /NODE_EXTRA_CA_CERTS/],
    [new Error('certificate is not yet valid'), /certificate.* not valid/],
    [checkServerIdentity('mail.example.test', { subject: { CN: 'x' } } as never), /another name/]
];

test('what is wrong with a certificate is named', (t) => {
    for (const [error, problem] of certificates)
        t.regex(mailFault(error, 'smtp://mail.example.test').words, problem);
});
