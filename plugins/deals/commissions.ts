// The commissions: as a grid for a page, and as a file for a spreadsheet in which no cell is taken for a formula.
import { Readable } from 'node:stream';
import type { ServerRoute } from '@hapi/hapi';
import { getUserById, type UserRow } from '../../db/accounts/users.ts';
import { repsAndPayments } from '../../db/sales/deal-history.ts';
import { isSalesAdmin, type SalesUser } from '../../db/sales/deals.ts';
import { iso } from '../../db/store/time.ts';
import { earnedDeals, partSize } from '../../db/sales/earned.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { csvOf } from '../surfaces/http/bodies/csv.ts';
import { shortOrParts, viewParts } from '../surfaces/http/json-parts.ts';
import { actorOf } from '../surfaces/auth/requester.ts';
import { flag, several } from '../surfaces/http/response-fields.ts';
import { sales } from './rights.ts';
import { commissionRow, earnedDeal } from './rows.ts';

export const commissionsAction = ({ store, zone }: App): ServerRoute =>
    action({
        name: 'svc_get_commissions',
        summary:
            'Lists the closed and paid deals with their commissions. Without ss_sales_admin, only your own.',
        scope: sales,
        fields: {},
        response: { deals: several(earnedDeal), is_admin: flag },
        run: async (_, seller) => {
            const rows = viewParts(earnedDeals(store.read, seller), commissionRow(zone.name()));
            return { deals: await shortOrParts(rows, partSize), is_admin: isSalesAdmin(seller) };
        }
    });

const columns = [
    'id',
    'customer_name',
    'contact_name',
    'revenue',
    'commission',
    'earnings',
    'eff_rate',
    'closed_month',
    'closed_at',
    'status',
    'rep',
    'paid_at'
];

/** The file holds the rows of the grid with times for programs, rep and payment, for the users who may read the grid. */
export function commissionsFile(app: App): ServerRoute {
    const { store, config } = app;
    return {
        method: 'GET',
        path: `${config.paths.rest}/commissions.csv`,
        options: {
            id: 'getCommissionsFile',
            description: 'Returns the commissions as a file for a spreadsheet.',
            tags: ['rest'],
            auth: { strategy: 'session', scope: [...sales] },
            app: { limit: 'actions', docs: { surface: 'rest', types: ['text/csv'] } }
        },
        async handler(request, h) {
            const seller = actorOf(request);
            const { csvSeparator } = await getUserById(store.read, seller.id);
            const file = Readable.from(fileParts(app, seller, csvSeparator), { objectMode: false });
            return h
                .response(file)
                .type('text/csv')
                .header('content-disposition', 'attachment; filename="commissions.csv"');
        }
    };
}

async function* fileParts({ store, zone }: App, seller: SalesUser, separator: UserRow['csvSeparator']) {
    const rowOf = commissionRow(zone.name(), iso);
    let isFirst = true; // the part with the byte order mark and the names of the columns
    for await (const part of earnedDeals(store.read, seller)) {
        const more = await repsAndPayments(store.read, part);
        const rows = part.map((deal) => {
            const { rep, paidAt = null } = more.get(deal.id) ?? {};
            return { ...rowOf(deal), rep, paid_at: iso(deal.correction === 0 ? paidAt : null) };
        });
        yield csvOf(rows, columns, { separator, isFirst });
        isFirst = false;
    }
}
