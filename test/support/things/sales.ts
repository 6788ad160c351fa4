// The sales side of the tests: two reps, their administrator, and deals that have come as far as a test needs.
import type { ExecutionContext } from 'ava';
import { listMails } from '../../../db/jobs/mails.ts';
import type { DealStatus } from '../../../db/sales/deals.ts';
import { moves, type SellerMove } from '../../../db/sales/moves.ts';
import { ask, type Client, encode } from '../people/roles.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';

export const failure = (message: string) => ({ success: false, data: { message } });
export const noPermission = failure('You do not have permission to perform this action.');
export const noDeal = failure('Deal not found.');

/** No limits: the tables of moves ask more often than a person does. */
export const unlimited = { RATE_ACTIONS: '0' };

const offered = {
    customer_name: 'Customer 1',
    contact_name: 'Contact 1',
    contact_email: 'sam@example.test',
    revenue: 12_500.5,
    commission: 1375.25,
    margin_deduction: 125.5,
    referral_fee: 62.25
};

export type Fixtures = Awaited<ReturnType<typeof salesFixturesIn>>;

type Env = Record<string, string>;

/** The same fixtures in a new test app with these settings. */
export const salesFixtures = async (t: ExecutionContext, env: Env = {}) =>
    salesFixturesIn(await createTestApp(t, { env }));

export async function salesFixturesIn(testApp: TestApp) {
    const rep = await testApp.as('salesRep');
    const boss = await testApp.as('salesAdmin');
    const make = async (body: object = {}, by: Client = rep) => {
        const answer = await by.send('POST', '/deals', { ...offered, ...body });
        if (answer.statusCode !== 201) throw new Error(JSON.stringify(answer.body));
        return Number(answer.body.data.deal.id);
    };
    return {
        testApp,
        rep,
        boss,
        other: await testApp.as('otherRep'),
        admin: await testApp.as('administrator'),
        /** A draft, by default of the rep. */
        make,
        /** A deal that has come to this status by its moves; its link, once it was sent. */
        async dealIn(status: DealStatus, body: object = {}, owner: Client = rep) {
            const id = await make(body, owner);
            let path = '';
            for (const step of ways[status]) {
                const answer = await doStep(testApp, { id, step, path, boss, owner });
                path = answer || path;
            }
            return { id, path };
        }
    };
}

const toCustomer = ['submit', 'approve', 'send'] as const;

/** How a deal gets there, by the moves of the table. */
const ways: Record<DealStatus, readonly (keyof typeof moves)[]> = {
    ss_draft: [],
    ss_pending_approval: ['submit'],
    ss_approved: ['submit', 'approve'],
    ss_customer_sent: toCustomer,
    ss_customer_approved: [...toCustomer, 'accept'],
    ss_customer_declined: [...toCustomer, 'decline'],
    ss_closed: [...toCustomer, 'accept', 'close'],
    ss_paid: [...toCustomer, 'accept', 'close', 'pay'],
    ss_lost: ['lose']
};

interface Step {
    id: number;
    step: keyof typeof moves;
    /** Of the customer's link. */
    path: string;
    boss: Client;
    owner: Client;
}

/** Answers the path of the customer's link where the step made one. */
async function doStep(testApp: TestApp, { id, step, path, boss, owner }: Step) {
    const answered =
        step === 'accept' || step === 'decline'
            ? await customerAt(testApp, path).post(step)
            : await sellerMove(moves[step].by === 'admin' ? boss : owner, step, id, meant[step]);
    if (answered.statusCode !== 200) throw new Error(`${step}: ${JSON.stringify(answered.body)}`);
    const { link } = (answered.body as { data?: { link?: string } }).data ?? {};
    return link === undefined ? '' : new URL(link).pathname;
}

/** The numbers of a test may be unusual; what asks about them is test/deals/deal-edits.test.ts. */
const meant: { [Name in keyof typeof moves]?: object } = {
    submit: { confirmed: true },
    send: { confirmed: true }
};

const recalls: { [Name in SellerMove]?: string } = {
    recall: 'svc_recall_deal',
    recall_from_customer: 'svc_recall_from_customer'
};

/** Asks for a move as its caller does: the two recalls are form actions, the others JSON routes. */
export function sellerMove(by: Client, name: SellerMove, id: number, said: string | object = {}) {
    const given = typeof said === 'string' ? { reason: said } : said;
    const action = recalls[name];
    if (action) return by.action(action, { deal_id: id, ...given });
    return by.send('POST', `/deals/${id}/${name}`, given);
}

/** The customer, who has nothing but the link. */
export function customerAt({ server }: TestApp, path: string) {
    return {
        page: (headers = {}) => ask(server, { url: path, headers }),
        post: (answer: 'accept' | 'decline', fields: Record<string, string> = {}, headers = {}) =>
            ask(server, {
                method: 'POST',
                url: `${path}/${answer}`,
                headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
                payload: encode(fields)
            })
    };
}

/** A deal that was sent, and its customer. */
export async function withOffer(t: ExecutionContext, body: object = {}, env: Env = {}) {
    const fixtures = await salesFixtures(t, env);
    const deal = await fixtures.dealIn('ss_customer_sent', body);
    return {
        testApp: fixtures.testApp,
        fixtures,
        ...deal,
        customer: customerAt(fixtures.testApp, deal.path)
    };
}

/** A deal as its administrator sees it, and its moves in words. */
export async function told({ boss }: Pick<Fixtures, 'boss'>, id: number) {
    const { deal, history } = (await boss.get(`/deals/${id}`)).body.data as Told;
    return {
        deal,
        moves: history.map(({ by, move, from, to }) => `${by} ${move}: ${from} > ${to}`),
        history
    };
}

interface Told {
    deal: { status: DealStatus; closed_at: string | null } & typeof offered;
    history: { id: number; at: string; by: string; move: string; from: string; to: string; reason: string }[];
}

/** The mails about deals, the oldest first. */
export async function dealMails({ store }: TestApp) {
    const { items } = await listMails(store.read, { limit: 200, offset: 0 });
    return items.filter(({ kind }) => kind.startsWith('deal_')).toReversed();
}
