// What a deal was before each change, who changed it, and what has to be confirmed before it goes on.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { customerAt, type Fixtures, salesFixtures, sellerMove, told } from '../support/fixtures/sales.ts';

const browserOf = ({ testApp }: Fixtures, { cookie }: Fixtures['rep']) =>
    plainBrowser(testApp, { svc_session: cookie });

test('the history of a deal contains each edit with old and new values, and no unchanged fields', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    const { rep } = fixtures;
    const id = await fixtures.make({ revenue: 500, commission: 50 });
    await rep.send('PATCH', `/deals/${id}`, { revenue: 600.5, commission: 50, valid_until: '2026-02-01' });
    await rep.send('PATCH', `/deals/${id}`, { revenue: 600.5 });
    const refused = await rep.send('PATCH', `/deals/${id}`, { revenue: 1, valid_until: '2020-01-01' });
    t.is(refused.statusCode, 400);
    const { history } = (await rep.get(`/deals/${id}`)).body.data;
    t.deepEqual(
        history.map(({ move, by, changes }: Edit) => [move, by, changes]),
        [
            ['create', `user:${rep.user.id}`, []],
            [
                'edit',
                `user:${rep.user.id}`,
                [
                    { field: 'revenue', before: 500, after: 600.5 },
                    { field: 'valid_until', before: null, after: '2026-02-01' }
                ]
            ]
        ]
    );
    const { body } = await browserOf(fixtures, rep).get(`/deals/${id}`);
    t.regex(
        pageOf(body).row('History', /changed/)?.['What'] ?? '',
        /€500\.00 → €600\.50.*empty → 1 Feb 2026/
    );
});

interface Edit {
    move: string;
    by: string;
    changes: object[];
}

test('every action on a deal is in the audit log with user and address, and without field values', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, boss } = fixtures;
    const id = await fixtures.make();
    await rep.send('PATCH', `/deals/${id}`, { revenue: 7777, contact_name: 'Secret Name' });
    await sellerMove(rep, 'submit', id);
    await sellerMove(rep, 'recall', id);
    await sellerMove(rep, 'submit', id);
    await sellerMove(boss, 'approve', id);
    const { link } = (await sellerMove(rep, 'send', id)).body.data;
    await customerAt(testApp, new URL(link).pathname).post('accept', { reason: 'Secret reason' });
    await sellerMove(boss, 'close', id);
    await sellerMove(boss, 'pay', id);
    t.is((await sellerMove(boss, 'pay', id)).statusCode, 409);
    const { items } = await listAudit(testApp.store.read, { target: `deal:${id}`, limit: 50, offset: 0 });
    const acts = items.toReversed();
    const [byRep, byBoss] = [`user:${rep.user.id}`, `user:${boss.user.id}`];
    t.deepEqual(
        acts.map(({ act, actor, before, after, note }) => [act, actor, before, after, note]),
        [
            ['deal.create', byRep, null, 'ss_draft', null],
            ['deal.edit', byRep, 'ss_draft', 'ss_draft', 'contactName, revenue'],
            ['deal.submit', byRep, 'ss_draft', 'ss_pending_approval', null],
            ['deal.recall', byRep, 'ss_pending_approval', 'ss_draft', null],
            ['deal.submit', byRep, 'ss_draft', 'ss_pending_approval', null],
            ['deal.approve', byBoss, 'ss_pending_approval', 'ss_approved', null],
            ['deal.send', byRep, 'ss_approved', 'ss_customer_sent', null],
            ['deal.accept', 'customer', 'ss_customer_sent', 'ss_customer_approved', null],
            ['deal.close', byBoss, 'ss_customer_approved', 'ss_closed', null],
            ['deal.pay', byBoss, 'ss_closed', 'ss_paid', null]
        ]
    );
    t.true(acts.every(({ address }) => /^\S{16,}$/.test(address ?? '')));
    t.notRegex(JSON.stringify(acts), /Secret|7777/);
});

const unusual = [
    [{ revenue: 0, commission: 0 }, 'The price is 0.00.', ['submit', 'send']],
    [{ revenue: 100, commission: 100.01 }, 'The commission is above the price.', ['submit']],
    [{ revenue: 100, commission: 100 }, '', []]
] as const;

for (const [numbers, says, asking] of unusual)
    test(`${says || 'Usual numbers:'} What needs a confirmation: ${asking.join(' and ') || 'nothing'}`, async (t) => {
        const fixtures = await salesFixtures(t);
        const { rep, boss } = fixtures;
        const id = await fixtures.make(numbers);
        const confirmed = { confirmed: true };
        for (const [name, by] of [
            ['submit', rep],
            ['recall', rep],
            ['submit', rep],
            ['approve', boss],
            ['send', rep],
            ['recall_from_customer', rep]
        ] as const) {
            const isAsked = (asking as readonly string[]).includes(name);
            const before = await told(fixtures, id);
            for (const sent of isAsked ? [{}, { confirmed: false }] : []) {
                const refused = await sellerMove(by, name, id, sent);
                t.deepEqual([refused.statusCode, refused.headers['x-svc-field']], [400, 'confirmed'], name);
                t.is(refused.body.data.message, `${says} To continue, send confirmed: true.`);
                t.deepEqual(await told(fixtures, id), before);
            }
            t.is((await sellerMove(by, name, id, isAsked ? confirmed : {})).statusCode, 200, name);
        }
    });

test('the page of a deal asks to confirm unusual numbers, and moves nothing without the tick', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    const rep = browserOf(fixtures, fixtures.rep);
    const submit = 'Submit for approval';
    const statusOf = async (id: number) => (await told(fixtures, id)).deal.status;
    const usual = await fixtures.make();
    await rep.press((await rep.get(`/deals/${usual}`)).body, submit);
    t.is(await statusOf(usual), 'ss_pending_approval');
    const id = await fixtures.make({ revenue: 0, commission: 5 });
    const { body } = await rep.get(`/deals/${id}`);
    const numbers = /price is €0\.00.*commission of €5\.00.*price of €0\.00/;
    t.is(pageOf(body).field(numbers)?.name, 'confirmed');
    t.regex(pageOf((await rep.press(body, submit)).body).alert() ?? '', /Confirm/);
    t.is(await statusOf(id), 'ss_draft');
    await rep.press(body, submit, { confirmed: '1' });
    t.is(await statusOf(id), 'ss_pending_approval');
});

test('a last day in the past is refused at saving; today is not', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep } = fixtures;
    const id = await fixtures.make({ valid_until: '2026-01-15' });
    const late = await rep.send('PATCH', `/deals/${id}`, { valid_until: '2026-01-14' });
    t.deepEqual([late.statusCode, late.headers['x-svc-field']], [400, 'valid_until']);
    const { deal } = (await rep.get(`/deals/${id}`)).body.data;
    t.deepEqual([deal.valid_until, deal.version], ['2026-01-15', 1]);
    await t.throwsAsync(fixtures.make({ valid_until: '2026-01-14' }), { message: /valid_until/ });
});
