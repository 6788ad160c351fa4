// The mail server: how it is connected to, and what is wrong with it, in words for those who can put it right.
import { isIP, Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { second } from '../../db/store/time.ts';

export interface MailServer {
    /** A nodemailer connection URL. */
    url: string;
    baseUrl: string;
}

interface Patience {
    /** In milliseconds: for the connection, and for the greeting. */
    connection?: number;
    greeting?: number;
    /** How many emails may be sent before the one that waits on an open connection. */
    waitsFor?: number;
}

export const mailServer = (
    { url, baseUrl }: MailServer,
    { connection = 10 * second, greeting = 10 * second, waitsFor = 1 }: Patience = {},
    socket?: Socket
) =>
    createTransport({
        url,
        socket,
        name: nameOf(new URL(baseUrl).hostname),
        connectionTimeout: connection,
        greetingTimeout: greeting,
        socketTimeout: 20 * second * waitsFor,
        disableFileAccess: true,
        disableUrlAccess: true
    });

/** This host as it introduces itself: an address is in brackets. Servers refuse a name without a dot; nodemailer finds another one. */
function nameOf(hostname: string) {
    if (isIP(hostname) === 4) return `[${hostname}]`;
    if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
    return hostname.includes('.') ? hostname : undefined;
}

/** What is wrong with the connection to the mail server or with its login, in words; undefined if nothing is. */
export async function mailServerProblem(server: MailServer, patience?: Patience) {
    const socket = new Socket();
    const transport = mailServer(server, patience, socket);
    try {
        await transport.verify();
        return undefined;
    } catch (error) {
        return mailFault(error, server.url).words;
    } finally {
        transport.close();
        socket.destroySoon(); // a server that ignores QUIT would hold the process until the time of the socket is over
    }
}

/** What a mail server answered, in words for support staff. */
class MailFault extends Error {
    override readonly name = 'MailFault';
    readonly code: string;
    readonly words: string;

    constructor(code: string, words: string, cause: unknown) {
        super(words, { cause });
        this.code = code;
        this.words = words;
    }
}

/** What nodemailer knows of a failure. */
interface Failure {
    code?: string;
    message?: string;
    /** The step of the conversation that failed. */
    command?: string;
    response?: string;
    responseCode?: number;
}

/** What a failed email or connection says: the response of the server, or what is wrong with the way to it. */
export function mailFault(error: unknown, url: string) {
    const { code = 'unknown', response } = error as Failure;
    const host = URL.parse(url)?.host || 'the mail server';
    const words = response
        ? `${host} responded: ${withoutAddresses(response)}`
        : `${host} ${wayFault(error as Failure)}`;
    return new MailFault(code, words, error);
}

/** By what nodemailer leaves of an error: its code is gone, the message of Node or OpenSSL is there. */
const wayFaults: readonly (readonly [of: RegExp, words: string])[] = [
    [/certificate has expired/, 'has an expired certificate. Renew the certificate on the mail server.'],
    [
        /self.signed certificate|unable to (get|verify)/,
        'has a certificate of an unknown authority. Name the file of the authority in NODE_EXTRA_CA_CERTS, in the environment of the process and not in .env, or install another certificate.'
    ],
    [
        /does not match certificate/,
        'has a certificate for another name. Use a name of the certificate in SMTP_URL.'
    ],
    [
        /certificate/,
        'has a certificate that is not valid. Check the certificate of the mail server and the clock.'
    ],
    [
        /wrong version number|packet length too long|unknown protocol|record layer failure/,
        'does not use TLS on this port. Use smtp:// for this port, or port 465 with smtps://.'
    ],
    [
        /Greeting never received/,
        'accepted the connection and sent no greeting. If this is a TLS port such as 465, use smtps://.'
    ],
    [
        /closed unexpectedly|disconnected before secure TLS/,
        'closed the connection. Check the port, and whether the server allows this machine.'
    ],
    [/ECONNREFUSED/, 'refused the connection. Check the port in SMTP_URL.'],
    [/ENOTFOUND|EAI_AGAIN/, 'has a name that does not resolve. Check the host in SMTP_URL.'],
    [/timeout|timed ?out/i, 'did not answer in time. Check host and port in SMTP_URL, and the firewall.']
];

const wayFault = ({ message }: Failure) =>
    wayFaults.find(([of]) => of.test(message ?? ''))?.[1] ?? 'could not be reached.';

/**
 * Whether the server refused this recipient or this text for good. A refused login, sender or host is not about the email: all
 * others would fail too until an operator fixes it.
 */
export function isAboutMail(error: unknown) {
    const { command, response = '', responseCode = 0 } = error as Failure;
    if (responseCode < 500) return false;
    if (limited.test(response)) return false;
    return command === 'DATA' || (command === 'RCPT TO' && !aboutUs.test(response));
}

/** Many servers refuse at the recipient what is about login, sender address (5.1.7, 5.1.8), host (5.7) or its name (5.5.2) in truth. */
const aboutUs = /^(530|504|5\d\d[ -]5\.(7\.\d|1\.[78]\b|5\.2\b))/;

/** What is over is the sender's limit of a day, or the sender is blocked or not verified: the same text is taken later. */
const limited =
    /^5\d\d[ -]5\.(4\.5|1\.8|7\.7\d\d)\b|^5\d\d[ -]5\.2\.0\b.*quota|sending limit|outgoing messages|not verified|try again later/is;

const longestAnswer = 300;

/** Mail servers repeat addresses in their responses; those of candidates must not be shown. */
const withoutAddresses = (answer: string) =>
    answer
        .replace(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, '(address)')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .slice(0, longestAnswer)
        .trim()
        .toWellFormed();
