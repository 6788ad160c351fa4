import type { Plugin, Request } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../../db/store/refusal.ts';

const ours = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'"
};

/** The policy of a page that loads something of another site: ours, with these sources added. */
export function policyWith(more: Readonly<Record<string, string>>) {
    const widened = Object.entries(more).map(([name, sources]) => {
        const known = name in ours ? `${ours[name as keyof typeof ours]} ` : '';
        return [name, known + sources] as const;
    });
    return Object.entries({ ...ours, ...Object.fromEntries(widened) })
        .map((directive) => directive.join(' '))
        .join('; ');
}

const csp = policyWith({});

/** The policy, by default ours, of a page that pages of these origins may frame. */
export const framedBy = (origins: readonly string[], policy = csp) =>
    origins.length === 0
        ? policy
        : policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`);

const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin', // with none, browsers would hide from us that our forms are ours
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

/** The headers of a response that sets none of them itself, in the order in which they are sent. */
export function securityHeaders({ secure }: Pick<Config, 'secure'>) {
    return { ...everywhere({ secure }), ...unlessSet };
}

const everywhere = ({ secure }: Pick<Config, 'secure'>) => ({
    ...always,
    ...(secure && { 'strict-transport-security': 'max-age=31536000' })
});

/** A page may have set a wider policy, a picture may be meant for pages of other sites, and public files are kept. */
const unlessSet = {
    'content-security-policy': csp,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store'
};

/** Sets security headers on every response, and refuses writes from pages of other sites. */
export const headers: Plugin<App> = {
    name: 'headers',
    register(server, { config }) {
        const entries = Object.entries(everywhere(config));
        const others = Object.entries(unlessSet);
        const ofPublicFiles = others.filter(([name]) => name !== 'cache-control');
        server.ext('onPreResponse', (request, h) => {
            const { response } = request;
            const target = 'isBoom' in response ? response.output.headers : response.headers;
            for (const [name, value] of entries) target[name] = value;
            const isPublic = request.path.startsWith('/public/');
            for (const [name, value] of isPublic ? ofPublicFiles : others) target[name] ??= value;
            target['x-request-id'] = requestId(request);
            return h.continue;
        });
        server.ext('onPreAuth', (request, h) => {
            if (isForeignWrite(request, config.origins)) {
                throw new Refusal('forbidden', 'This request came from another website.');
            }
            return h.continue;
        });
    }
};

/** The request's time and number. hapi's own id also names the machine, so it is not used. */
export function requestId({ info }: Request) {
    return `${info.received}-${info.id.slice(info.id.lastIndexOf(':') + 1)}`;
}

// Calls of the backend API and the tools have a token, which no browser adds automatically.
const withoutCookies = /^\/(pl|tools|mcp)(\/|$)/;

// The address holds the secret that gives access: no cookie and no nonce decides that another site could use. Of a demo a
// cookie tells whose it is.
const byLink = /^\/(screen\/(?!demo\/)|deal\/)/;

/**
 * Whether a page of another site sent this, as far as its browser reports it. Browsers of plain HTTP and old ones report no
 * Sec-Fetch-Site: there the origin tells, and the referrer where the origin is hidden.
 */
export function isForeignWrite(
    { method, path, headers }: Pick<Request, 'method' | 'path' | 'headers'>,
    origins: readonly string[]
) {
    if (method === 'get' || method === 'head' || withoutCookies.test(path)) return false;
    const { origin, referer, host, 'sec-fetch-site': site } = headers as Record<string, string | undefined>;
    const isOurs = (url = '') => URL.canParse(url) && origins.includes(new URL(url).origin);
    if (origin !== undefined && origin !== 'null')
        // A page at another address of this service, such as 127.0.0.1 for localhost, is its own.
        return (
            !origins.includes(origin) &&
            !(site === 'same-origin' && /^https?:\/\/(.*)$/.exec(origin)?.[1] === host)
        );
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return origin === 'null' && !byLink.test(path) && !isOurs(referer);
}
