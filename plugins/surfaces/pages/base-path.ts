// The path of BASE_URL: a proxy takes it off before it hands a request on, and here it is put before every address that leaves.
import type { Plugin, ResponseObject } from '@hapi/hapi';
import type { App } from '../../app.ts';

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
    register(server, { config: { basePath } }) {
        if (basePath === '') return;
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
