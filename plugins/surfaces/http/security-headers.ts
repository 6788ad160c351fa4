import type { Plugin, Request } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { Refusal } from '../../../db/refusal.ts';

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

const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

/** Sets security headers on every response, and refuses writes from pages of other sites. */
export const headers: Plugin<App> = {
    name: 'headers',
    register(server, { config }) {
        const secure = config.secure ? { 'strict-transport-security': 'max-age=31536000' } : {};
        const entries = Object.entries({ ...always, ...secure });
        server.ext('onPreResponse', (request, h) => {
            const { response } = request;
            const target = 'isBoom' in response ? response.output.headers : response.headers;
            for (const [name, value] of entries) target[name] = value;
            // A page may have set a wider policy, and a picture may be meant for pages of other sites.
            target['content-security-policy'] ??= csp;
            target['cross-origin-resource-policy'] ??= 'same-origin';
            if (!request.path.startsWith('/public/')) target['cache-control'] ??= 'no-store';
            target['x-request-id'] = requestId(request);
            return h.continue;
        });
        server.ext('onPreAuth', (request, h) => {
            if (isForeignWrite(request, config.origins)) {
                throw new Refusal('forbidden', 'This request came from another site.');
            }
            return h.continue;
        });
    }
};

/** The request's time and number. hapi's own id also names the machine, so it is not used. */
export function requestId({ info }: Request) {
    return `${info.received}-${info.id.slice(info.id.lastIndexOf(':') + 1)}`;
}

// Calls of the backend API and the tools carry a token, which no browser adds by itself.
const withoutCookies = /^\/(pl|tools|mcp)(\/|$)/;

function isForeignWrite({ method, path, headers }: Request, origins: readonly string[]) {
    if (method === 'get' || method === 'head' || withoutCookies.test(path)) return false;
    const { origin, 'sec-fetch-site': site } = headers as Record<string, string | undefined>;
    // Our pages send no referrer, so a browser gives their forms the origin "null", and Sec-Fetch-Site decides.
    if (site === 'same-origin' || site === 'none') return ![undefined, 'null', ...origins].includes(origin);
    if (origin !== undefined) return !origins.includes(origin);
    return site !== undefined;
}
