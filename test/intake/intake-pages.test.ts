// The pages of the intake: lists, switches, forms and dialogs over the routes that were there before.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { type ChecklistStep, createIntake } from '../../db/sales/intake.ts';
import { item } from '../support/fixtures/intake.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const rest = '/rest/svc/v1';
const asked = { contactName: 'Kim Lind', contactEmail: 'kim@example.test', company: '', message: '' };

async function opened(t: ExecutionContext) {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const made = async (title: string, ownerId: number | null = fixtures.rep.user.id, body = {}) => {
        const { id } = await testApp.store.write((tx) =>
            createIntake(
                tx,
                { ...asked, ...body, title },
                { ownerId, by: { name: 'public' }, at: testApp.now() }
            )
        );
        return id;
    };
    const shown = async (id: number) => {
        const { items } = (await fixtures.boss.get('/intake')).body.data;
        return items.find((one: { id: number }) => one.id === id);
    };
    return {
        ...fixtures,
        made,
        shown,
        byRep: (await browserOf(testApp, 'salesRep')).browser,
        byBoss: (await browserOf(testApp, 'salesAdmin')).browser
    };
}

const titlesIn = (page: string) =>
    Array.from(page.matchAll(/class="opens"[^>]*>([^<]+)</g), ([, title]) => title ?? '');

test('a seller sees own items and an administrator all, filtered by state, owner and text', async (t) => {
    const { made, rep, other, boss, byRep, byBoss } = await opened(t);
    await made('First');
    await made('Second', other.user.id, { company: 'Acme 100%' });
    await made('Third', null);
    const fourth = await made('Fourth', boss.user.id);
    await boss.send('POST', `/intake/${fourth}/close`, { status: 'intake_spam' });
    t.deepEqual(titlesIn((await byRep.get('/intake')).body), ['First']);
    const lists: [string, string[]][] = [
        ['', ['Fourth', 'Third', 'Second', 'First']],
        ['?sort=added', ['First', 'Second', 'Third', 'Fourth']],
        ['?sort=-added&status=&q=', ['Fourth', 'Third', 'Second', 'First']],
        ['?status=intake_open', ['Third', 'Second', 'First']],
        ['?owner=me', ['Fourth']],
        ['?owner=nobody', ['Third']],
        [`?owner=${rep.user.id}`, ['First']],
        ['?q=acme+100%25', ['Second']],
        ['?q=KIM%40', ['Fourth', 'Third', 'Second', 'First']],
        ['?q=kim&status=intake_open&owner=nobody', ['Third']],
        ['?q=nowhere', []],
        ['?per_page=1&page=2', ['Third']]
    ];
    for (const [query, titles] of lists) {
        t.deepEqual(titlesIn((await byBoss.get(`/intake${query}`)).body), titles, query);
        const { items } = (await boss.get(`/intake${query.replace('status=&q=', '')}`)).body.data;
        t.deepEqual(
            items.map((one: { title: string }) => one.title),
            titles,
            `${query} as JSON`
        );
    }
    t.is((await byBoss.get('/intake?owner=0')).statusCode, 400);
    t.notRegex((await byRep.get('/intake')).body, /id="filter-owner"/);
});

test('without scripts a switch is a button that sets its named state and returns to the list', async (t) => {
    const { made, shown, byRep } = await opened(t);
    const id = await made('First');
    const from = '/intake?status=intake_open&sort=added';
    const page = (await byRep.get(from)).body;
    t.regex(page, /name="on" value="priced"[^>]*aria-checked="false"/s);
    const fields = { ...hiddenFields(page, 'data-switches'), back: from };
    t.true(page.includes(`name="back" value="${from.replace('&', '&amp;')}"`));
    const to = `${rest}/intake/${id}/checklist`;
    for (let n = 0; n < 2; n += 1) {
        const done = await byRep.post(to, { ...fields, on: 'priced' });
        t.deepEqual([done.statusCode, done.headers['location']], [303, from]);
    }
    t.true((await shown(id)).checklist.priced.done);
    t.regex((await byRep.get(from)).body, /name="off" value="priced"[^>]*aria-checked="true"/s);
    await byRep.post(to, { ...fields, off: 'priced' });
    t.false((await shown(id)).checklist.priced.done);
    const wrong = await byRep.submit(to, { ...fields, on: 'paid' });
    t.regex(wrong.body, /Some entries are not valid/);
    for (const back of ['https://evil.example', '//evil.example', '/intake/form', '/logout', ''])
        t.is((await byRep.post(to, { ...fields, back, on: 'priced' })).headers['location'], '/intake', back);
});

test('setting a switch twice changes nothing: the time and the log show the first change', async (t) => {
    const { testApp, made, rep, shown, byRep } = await opened(t);
    const id = await made('First');
    const set = (done: boolean) =>
        rep.send('POST', `/intake/${id}/checklist`, { step: 'approved' satisfies ChecklistStep, done });
    const { data } = (await set(true)).body;
    t.true(data.item.checklist.approved.done);
    t.is(data.done_at, '15 January 2026 at 12:00 (UTC)');
    t.true((await byRep.get('/intake')).body.includes('title="Changed 15 January 2026 at 12:00 (UTC)"'));
    const before = await shown(id);
    testApp.pass(60_000);
    t.is((await set(true)).statusCode, 200);
    t.deepEqual(await shown(id), before);
    await rep.send('POST', `/intake/${id}/close`, { status: 'intake_closed' });
    t.is((await set(true)).statusCode, 409);
    const { items } = await listAudit(testApp.store.read, { target: `intake:${id}`, limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ act, actor, after }) => [act, actor, after].join(' ')),
        [
            `intake.close user:${rep.user.id} intake_closed`,
            `intake.step user:${rep.user.id} approved on`,
            'intake.create public '
        ]
    );
});

test('an item is assigned, converted and closed by dialogs, and its history shows the user', async (t) => {
    const { made, rep, other, boss, shown, byRep, byBoss } = await opened(t);
    const id = await made('First', null, { company: 'Acme', message: 'By spring,\nplease.' });
    const path = `/intake/${id}`;
    t.is((await byRep.get(path)).statusCode, 403);
    const asking = (await byBoss.get(`${path}?ask=assign`)).body;
    t.regex(asking, new RegExp(`<option value="${other.user.id}"`));
    const chosen = { ...hiddenFields(asking, 'owner_id'), owner_id: rep.user.id };
    t.regex((await byBoss.submit(`${rest}${path}/assign`, chosen)).body, /assigned it to.*Owner assigned\./s);
    const page = (await byRep.get(path)).body;
    t.regex(page, /By spring,\nplease\./);
    t.notRegex(page, /ask=assign/);
    t.regex(page, /ask=convert.*ask=close/s);
    const convert = hiddenFields((await byRep.get(`${path}?ask=convert`)).body, '/convert');
    const done = await byRep.submit(`${rest}${path}/convert`, convert);
    t.regex(done.body, /<h1>[^<]*Acme.*Deal created as a draft/s);
    const { deal_id, status } = await shown(id);
    t.is(status, 'intake_converted');
    t.is((await rep.get(`/deals/${deal_id}`)).body.data.deal.customer_name, 'Acme');
    t.notRegex((await byRep.get(path)).body, /ask=|role="switch"/);
    const again = await byRep.submit(`${rest}${path}/convert`, convert);
    t.regex(again.body, /not open/);
    const closed = await made('Second', boss.user.id);
    const close = hiddenFields((await byBoss.get(`/intake/${closed}?ask=close`)).body, '/close');
    const over = await byBoss.submit(`${rest}/intake/${closed}/close`, { ...close, status: 'intake_spam' });
    t.regex(over.body, /class="badge quiet">Spam.*closed it as spam/s);
});

test('a new item is created on a page, and an error keeps the typed values', async (t) => {
    const { byRep, rep } = await opened(t);
    const fields = hiddenFields((await byRep.get('/intake/new')).body, 'contact_email');
    const message = `${'word '.repeat(900)}\r\nend`;
    const wrong = await byRep.submit(`${rest}/intake`, { ...fields, ...item, message, contact_email: 'kim' });
    t.is(wrong.statusCode, 400);
    t.regex(
        wrong.body,
        /href="#contact_email">Enter a valid email address, such as name@example.com.*value="Two engineers".*word\s+end/s
    );
    const made = await byRep.submit(`${rest}/intake`, { ...fields, ...item });
    t.regex(made.body, /<h1>Two engineers<\/h1>.*created the item.*You are the owner/s);
    t.like((await rep.get('/intake')).body.data.items[0], { ...item, owner_id: rep.user.id });
});

test('nothing that a stranger wrote runs or breaks out on a page of the intake', async (t) => {
    const { made, byBoss } = await opened(t);
    for (const payload of payloads) {
        const body = { contactName: payload, company: payload, message: payload };
        const id = await made(payload, null, body);
        const pages = ['/intake', `/intake/${id}`, `/intake/${id}?ask=convert`];
        for (const url of pages) {
            const { statusCode, body: page } = await byBoss.get(url);
            t.is(statusCode, 200);
            t.false(page.includes(payload) && /[<>"]/.test(payload), `${url} ${payload}`);
        }
    }
});

test('a typed address cannot add a header to the email that its link opens', async (t) => {
    const { made, byRep } = await opened(t);
    const id = await made('Asked', undefined, { contactEmail: 'kim?bcc=spy@evil.test' });
    const { body } = await byRep.get(`/intake/${id}`);
    t.true(body.includes('<a href="mailto:kim%3Fbcc%3Dspy@evil.test">kim?bcc=spy@evil.test</a>'));
});
