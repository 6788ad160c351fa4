// The limit of the platform: svc_get_commissions written by hand on node:http with two prepared statements.
import type { IncomingMessage, ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { capabilitiesOf, holdsAny } from '../../../db/accounts/capabilities.ts';
import { readForm } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import { end, serve } from './server.ts';
import { sessionsOf } from './session.ts';

const [file = '', port = '0', secret = ''] = process.argv.slice(2);
const store = new Sqlite(file, { readonly: true });

interface Deal {
    id: number;
    customer_name: string;
    contact_name: string;
    revenue: number;
    commission: number;
    margin_deduction: number;
    referral_fee: number;
    closed_at: number | null;
    status: string;
}

const holderOf = sessionsOf(store, secret);

const columns = `id, customer_name, contact_name, revenue, commission, margin_deduction, referral_fee,
    closed_at, status`;
const newestFirst = "status in ('ss_closed', 'ss_paid') order by closed_at desc, id desc";
const everybodys = store.prepare<[], Deal>(`select ${columns} from deals where ${newestFirst}`);
const own = store.prepare<[number], Deal>(`select ${columns} from deals where rep_id = ? and ${newestFirst}`);

serve(port, answer);

function answer({ headers }: IncomingMessage, response: ServerResponse, body: string) {
    const form = readForm(body);
    const holder = holderOf(headers.cookie, form['nonce']);
    if (!holder) return end(response, 403, { success: false });
    const { role, grants, id } = holder;
    const held = capabilitiesOf({ role, grants: JSON.parse(grants) as [] });
    const isAdmin = holdsAny(held, ['ss_sales_admin', 'ss_admin_all']);
    if (!isAdmin && !held.includes('ss_sales')) return end(response, 403, { success: false });
    const deals = (isAdmin ? everybodys.all() : own.all(id)).map(rowOf);
    end(response, 200, { success: true, data: { deals, is_admin: isAdmin } });
}

const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone: 'UTC' });

function rowOf({ margin_deduction, referral_fee, closed_at, ...deal }: Deal) {
    const earnings = deal.commission - margin_deduction - referral_fee;
    return {
        id: deal.id,
        customer_name: deal.customer_name,
        contact_name: deal.contact_name,
        revenue: deal.revenue / 100,
        commission: deal.commission / 100,
        earnings: earnings / 100,
        eff_rate: deal.revenue === 0 ? 0 : Math.round((earnings * 10_000) / deal.revenue) / 100 || 0,
        closed_month: closed_at === null ? '' : month.format(closed_at),
        closed_at: closed_at === null ? '' : words.format(closed_at).replaceAll('\u202F', ' '),
        status: deal.status
    };
}
