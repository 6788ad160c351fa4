// What no response may be, whatever was asked.
import type { Answer, Badges, Sent } from './sending.ts';

export type Fault = 'failed' | 'told' | 'unanswered';

/** Where the contract has a 500 or the server says that a part of it is down. */
function mayFail({ target }: Sent, { status, body }: Answer) {
    if (status === 500 && /\/write_storage_object(\?|$)/.test(target)) return body.includes('NoSuchBucket');
    if (status === 500 && /\/cms_get_page(\?|$)/.test(target)) return body.includes('"detail":"not found"');
    return status === 503 && target.startsWith('/readyz');
}

const inside =
    /\bat [^\n]{0,200}\.[jt]s:\d+|node_modules|SQLITE_[A-Z]|better-sqlite3|drizzle|\bselect "[^"]+"\.|\binsert into "|ENOENT|EACCES/;

/** Undefined: nothing is wrong with it. */
export function faultOf(sent: Sent, answer: Answer, secrets: readonly string[]): Fault | undefined {
    const { status, headers, body } = answer;
    if (status === 0) return 'unanswered';
    if (status >= 500 && !mayFail(sent, answer)) return 'failed';
    // What was sent may come back, as the text of a field.
    const own = sent.body + decodeURIComponentOr(sent.target);
    const reported = inside.exec(body)?.[0] ?? secrets.find((secret) => (body + headers).includes(secret));
    return reported !== undefined && !own.includes(reported) ? 'told' : undefined;
}

function decodeURIComponentOr(text: string) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** What no response may contain; only the settings page shows operators where the data is. */
export const secretsOf = ({ target }: Sent, folder: string, badges: Badges | undefined) => [
    ...(target.includes('/settings') ? [] : [folder]),
    ...(badges ? [badges.token, badges.jwt] : [])
];
