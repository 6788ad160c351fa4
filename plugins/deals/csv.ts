// The commissions as a file for a spreadsheet, in which no cell is taken for a formula.
import type { ServerRoute } from '@hapi/hapi';
import { stringify } from 'csv-stringify/sync';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { earnedDeals } from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { actorOf } from '../surfaces/auth/index.ts';
import { gridRow } from './rows.ts';

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
    'status'
];

/** RFC 4180, with a mark by which spreadsheets know UTF-8. */
const form = { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' } as const;

/** The same rows as the grid, to whoever sees the grid. */
export function commissionsCsv({ store, config }: App, scope: readonly Capability[]): ServerRoute {
    const rowOf = gridRow(config);
    return {
        method: 'GET',
        path: `${config.paths.rest}/commissions.csv`,
        options: {
            description: 'The commissions as a file for a spreadsheet.',
            tags: ['rest'],
            auth: { strategy: 'session', scope: [...scope] },
            app: { limit: 'actions', told: { surface: 'rest', types: ['text/csv'] } }
        },
        async handler(request, h) {
            const rows = (await earnedDeals(store.read, actorOf(request))).map(rowOf);
            const file = stringify(rows, { ...form, columns });
            return h
                .response(file)
                .type('text/csv')
                .header('content-disposition', 'attachment; filename="commissions.csv"');
        }
    };
}
