// The path of BASE_URL: it is put before every address that leaves, and taken off where a proxy has left it on a request.
import type { Plugin, ResponseObject, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';

/** The path that a proxy may leave on requests. Empty where a route starts with the same part: which is meant is not known there. */
export function pathOnRequests(server: Server, { basePath }: Pick<App['config'], 'basePath'>) {
    const firstOf = (path: string) => path.split('/')[1];
    const isTaken = server.table().some(({ path }) => firstOf(path) === firstOf(basePath));
    return isTaken ? '' : basePath;
}

/** The address, below the path where it is a path of this site. What leads to another host stays as it is. */
export const below = (basePath: string, address: string) =>
    /^\/(?!\/)/.test(address) ? basePath + address : address;

/** Attributes that hold an address: those of html, and those that our scripts read. */
const addresses = new Set([
    'href',
    'src',
    'action',
    'formaction',
    'data-hx-get',
    'data-hx-post',
    'data-draft',
    'data-proof-of-work',
    'data-then'
]);

// Pages escape < and > in whatever they hold, and quotation marks in attributes: nothing that people wrote looks like either.
const tag = /<[a-z][^<>]*>/g;
const attribute = /(?<=\s)([\w-]+)="([^"]*)"/g;

/** A page whose addresses are below the path. Text stays as it is, whatever it holds. */
export const pageBelow = (basePath: string, page: string) =>
    page.replace(tag, (found) => (found.includes('="/') ? tagBelow(basePath, found) : found));

const tagBelow = (basePath: string, found: string) =>
    found.replace(attribute, (whole, name: string, value: string) =>
        addresses.has(name) ? `${name}="${below(basePath, value)}"` : whole
    );

/** hapi sends text without a type as html. */
const isPage = ({ headers }: ResponseObject) =>
    String(headers['content-type'] ?? 'text/html').startsWith('text/html');

/** Without a path in BASE_URL it does nothing at all. */
export const basePath: Plugin<App> = {
    name: 'base-path',
    register(server, { config }) {
        const { basePath } = config;
        if (basePath === '') return;
        let onRequests = '';
        server.ext('onPreStart', () => {
            onRequests = pathOnRequests(server, config);
        });
        server.ext(
            'onRequest',
            (request, h) => {
                const { path, raw } = request;
                const { url = '' } = raw.req;
                const isBelow = url.startsWith(onRequests) && `${path}/`.startsWith(`${onRequests}/`);
                if (onRequests === '' || !isBelow) return h.continue;
                const rest = url.slice(onRequests.length);
                raw.req.url = rest.startsWith('/') ? rest : `/${rest}`; // pages take addresses from it that go below the path again
                Object.assign(request, { path: path.slice(onRequests.length) || '/' });
                return h.continue;
            },
            {
                after: ['responses', 'errors'],
                before: ['actions', 'connections', 'cross-origin', 'form-targets', 'lingering-close']
            }
        );
        const last = { after: ['errors', 'form-posts'] }; // both create pages and redirects
        server.ext(
            'onPreResponse',
            ({ response }, h) => {
                if ('isBoom' in response) return h.continue;
                const { location } = response.headers;
                if (typeof location === 'string') response.location(below(basePath, location));
                const { source } = response;
                if (typeof source === 'string' && isPage(response))
                    // hapi sends the present value, though its types declare it read-only
                    Object.assign(response, { source: pageBelow(basePath, source) });
                return h.continue;
            },
            last
        );
    }
};
