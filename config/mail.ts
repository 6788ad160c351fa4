// What emails cannot do with settings that are right for a test on one machine.
import { isLoopback } from './formats.ts';

interface Given {
    mail: { url: string | undefined; from: string };
    baseUrl: string;
}

/** Why others cannot use the emails of this service: their links, and their sender. */
export function mailProblems({ mail: { url, from }, baseUrl }: Given) {
    const isHere = (host: string) => url !== undefined && isLoopback(host);
    const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
    return {
        links: isHere(new URL(baseUrl).hostname)
            ? [`BASE_URL is ${baseUrl}: only this machine can open the links in emails.`]
            : [],
        sender: isHere(domain) ? [`MAIL_FROM is ${from}: mail servers refuse this sender.`] : []
    };
}
