import type { Plugin } from '@hapi/hapi';
import { account, listCredits } from '../db/credits.ts';
import type { App } from './app.ts';
import { pageOf, type Paging, paging } from './surfaces/fields.ts';
import { rest } from './surfaces/rest.ts';

export const credits: Plugin<App> = {
    name: 'credits',
    dependencies: ['auth'],
    register(server, app) {
        const { read } = app.store;
        server.route(
            rest<Paging>(app, {
                method: 'GET',
                path: '/credits',
                summary: 'The account of credits and its entries, newest first.',
                scope: ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support'],
                query: paging,
                run: async (page) => {
                    const { items, total } = await listCredits(read, pageOf(page));
                    return { ...(await account(read)), items: items.map(entryOf), total };
                }
            })
        );
    }
};

type Entry = Awaited<ReturnType<typeof listCredits>>['items'][number];

function entryOf({ id, kind, reference, amount, hold, reason, at }: Entry) {
    return { id, kind, reference, amount, hold, reason, at: new Date(at).toISOString() };
}
