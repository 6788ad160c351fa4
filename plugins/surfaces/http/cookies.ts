// Cookies of other programs on the host or its parent domain come along. hapi gives up a whole header for one that it cannot read.
import type { Lifecycle } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';

/** What all our cookies have in common: no script reads them, and no page of another site sends them with a write. */
export const ourCookie = ({ secure }: Pick<Config, 'secure'>) =>
    ({
        isHttpOnly: true,
        isSecure: secure,
        isSameSite: 'Lax',
        path: '/',
        ignoreErrors: true
    }) as const;

/** The parts of a Cookie header that have one of these names and a value. Nothing in any other part matters. */
export const cookiesNamed = (names: readonly string[], header: string) =>
    header
        .split(';')
        .map((part) => part.replaceAll(/^[ \t]+|[ \t]+$/g, '')) // a browser trims no other space: a prefix like __Host- holds
        .filter((part) => names.includes(/^([^=\s]+)[ \t]*=/.exec(part)?.[1] ?? ''));

/** Takes from a request the cookies that no plugin has declared. */
export const dropOtherCookies: Lifecycle.Method = ({ headers, server }, h) => {
    const cookie: unknown = headers['cookie'];
    if (typeof cookie !== 'string') return h.continue;
    const ours = cookiesNamed(server.states.names, cookie);
    if (ours.length > 0) headers['cookie'] = ours.join('; ');
    else delete headers['cookie'];
    return h.continue;
};
