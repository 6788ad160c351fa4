// The limit of the platform: svc_get_commissions by hand on node:http, two prepared statements, nothing else.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { capabilitiesOf, holdsAny, type Role } from '../db/capabilities.ts';
import { readForm } from '../plugins/surfaces/bodies.ts';

const [file = '', port = '0', secret = ''] = process.argv.slice(2);
const store = new Sqlite(file, { readonly: true });

interface Session {
    id: number;
    session: string;
    role: Role;
    grants: string;
}
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

const session = store.prepare<[string, number], Session>(`
    select users.id, users.login, users.email, users.role, users.grants, sessions.id as session
    from sessions join users on users.id = sessions.user_id
    where sessions.id = ? and sessions.expires_at > ? and users.disabled_at is null`);

const columns = `id, customer_name, contact_name, revenue, commission, margin_deduction, referral_fee,
    closed_at, status`;
const newestFirst = "status in ('ss_closed', 'ss_paid') order by closed_at desc, id desc";
const everybodys = store.prepare<[], Deal>(`select ${columns} from deals where ${newestFirst}`);
const own = store.prepare<[number], Deal>(`select ${columns} from deals where rep_id = ? and ${newestFirst}`);

createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString()));
}).listen(Number(port), '127.0.0.1');

function answer({ headers }: IncomingMessage, response: ServerResponse, body: string) {
    const form = readForm(body);
    const holder = holderOf(headers.cookie ?? '');
    if (!holder || !isNonce(form['nonce'] ?? '', holder)) return end(response, 403, { success: false });
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

const cookie = /(?:^|; )svc_session=([^;]*)/;

function holderOf(header: string) {
    const [, value] = cookie.exec(header) ?? [];
    return value === undefined ? undefined : session.get(hash('sha256', value), Date.now());
}

function isNonce(given: string, { id, session }: Session) {
    const tick = Math.ceil(Date.now() / (12 * 60 * 60 * 1000));
    const made = `${tick}|svc_frontend_nonce|${id}|${session}`;
    const nonce = createHmac('sha256', secret).update(made).digest('hex').slice(0, 20);
    return given.length === nonce.length && timingSafeEqual(Buffer.from(given), Buffer.from(nonce));
}

function end(response: ServerResponse, status: number, answer: object) {
    const body = JSON.stringify(answer);
    const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body)
    };
    response.writeHead(status, headers).end(body);
}
