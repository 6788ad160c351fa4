// What the pages of a server show: their addresses, and where their links and buttons lead.
import type { Server } from '@hapi/hapi';
import type { Client } from '../support/people/roles.ts';
import { urlOf } from './calls.ts';
import type { Fixtures } from './fixtures.ts';
import { askedOf } from './asking.ts';
import { nobody } from './askers.ts';
import { statusOf } from './matrix.ts';

/** Pages are open to all, or send visitors to the login. */
const isPage = (key: string) => key.startsWith('get /') && statusOf(key, nobody) !== '401';
export const isFile = (url: string) => url.startsWith('/public/') || url.startsWith('/openapi');

/** The address of each page, for an own object and for a foreign one. */
export async function addressesFor(fixtures: Fixtures, { user }: Pick<Client, 'user'>) {
    const found: string[] = [];
    for (const { key, about } of askedOf(fixtures.testApp.server).filter(({ key }) => isPage(key)))
        for (const owner of [user.id, fixtures.stranger.id])
            found.push(urlOf(key, await about(fixtures, owner)));
    return found.filter((url, place) => !isFile(url) && found.indexOf(url) === place);
}

export const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
export const all = (body: string, pattern: RegExp) =>
    Array.from(body.matchAll(pattern), ([, one = '']) => unescaped(one));
export const withoutPart = (url: string) => url.replace(/#.*/, '');

/** The buttons of a page: the address that each posts to, as the browser sends it. */
export const targetsIn = (body: string) =>
    all(body, /<form[^>]* method="post"[^>]* action="([^"]+)"|<form method="post" action="([^"]+)"/g).concat(
        all(body, /formaction="([^"]+)"/g)
    );

/** The route behind an address that a button posts to; null where there is none. */
export function routeBehind(server: Server, address: string) {
    const url = new URL(address, 'http://internal');
    const action = url.searchParams.get('action');
    const meant = url.searchParams.get('_method');
    const method = meant === 'PATCH' ? 'patch' : meant === 'PUT' ? 'put' : 'post';
    const below = url.searchParams.get('_rest');
    const path = below === null ? url.pathname : `/rest/svc/v1${below}`;
    return server.match(method, action ? `/_actions/${action}` : path);
}
