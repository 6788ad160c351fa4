// The pages of the intake: lists, switches, forms and dialogs over the routes that were there before.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { type ChecklistStep, createIntake } from '../../db/sales/intake.ts';
import { item } from '../support/fixtures/intake.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

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

test('a seller sees own and free items and an administrator all, filtered by state, owner and text', async (t) => {
    const { made, rep, other, boss, byRep, byBoss } = await opened(t);
    await made('First');
    await made('Second', other.user.id, { company: 'Acme 100%' });
    await made('Third', null);
    const fourth = await made('Fourth', boss.user.id);
    const spam = await made('Spam', null);
    for (const id of [fourth, spam])
        await boss.send('POST', `/intake/${id}/close`, { status: 'intake_spam' });
    const lists: [typeof rep, string, string[]][] = [
        [rep, '', ['Third', 'First']],
        [rep, '?owner=nobody', ['Third']],
        [rep, '?owner=me', ['First']],
        [boss, '', ['Spam', 'Fourth', 'Third', 'Second', 'First']],
        [boss, '?sort=added', ['First', 'Second', 'Third', 'Fourth', 'Spam']],
        [boss, '?sort=-added&status=&q=', ['Spam', 'Fourth', 'Third', 'Second', 'First']],
        [boss, '?status=intake_open', ['Third', 'Second', 'First']],
        [boss, '?status=intake_spam', ['Spam', 'Fourth']],
        [boss, '?owner=me', ['Fourth']],
        [boss, '?owner=nobody', ['Spam', 'Third']],
        [boss, `?owner=${rep.user.id}`, ['First']],
        [boss, '?q=acme+100%25', ['Second']],
        [boss, '?q=KIM%40', ['Spam', 'Fourth', 'Third', 'Second', 'First']],
        [boss, '?q=kim&status=intake_open&owner=nobody', ['Third']],
        [boss, '?q=nowhere', []],
        [boss, '?per_page=1&page=2', ['Fourth']]
    ];
    for (const [by, query, titles] of lists) {
        const { body } = await (by === rep ? byRep : byBoss).get(`/intake${query}`);
        const shown = pageOf(body)
            .rows('Intake')
            .map((row) => row['What']);
        t.deepEqual(shown, titles, query);
        const { items } = (await by.get(`/intake${query.replace('status=&q=', '')}`)).body.data;
        const listed = items.map((one: { title: string }) => one.title);
        t.deepEqual(listed, titles, `${query} as JSON`);
    }
    t.is((await boss.get('/intake?per_page=1')).body.data.total, 5);
    for (const query of ['owner=0', 'status=open'])
        t.is((await boss.get(`/intake?${query}`)).statusCode, 400, query);
});

test('without scripts a switch is a button that sets its named state and returns to the list', async (t) => {
    const { made, shown, byRep } = await opened(t);
    const id = await made('First');
    const from = '/intake?status=intake_open&sort=added';
    const priced = 'Priced: First';
    const { body: off } = await byRep.get(from);
    for (let n = 0; n < 2; n += 1) {
        await byRep.press(off, priced);
        t.true((await shown(id)).checklist.priced.done);
    }
    await byRep.press((await byRep.get(from)).body, priced);
    t.false((await shown(id)).checklist.priced.done);
    t.regex(pageOf((await byRep.press(off, priced, { on: 'paid' })).body).alert() ?? '', /not valid/);
    const { action = '', fields = {} } = pageOf(off).button(priced) ?? {};
    for (const back of [from, 'https://evil.example', '//evil.example', '/intake/form', '/logout', '']) {
        const { headers } = await byRep.post(action, { ...fields, back });
        t.is(headers['location'], back === from ? from : '/intake', back);
    }
    t.is(fields['back'], from);
});

test('setting a switch twice changes nothing: the time and the log show the first change', async (t) => {
    const { testApp, made, rep, shown } = await opened(t);
    const id = await made('First');
    const set = (done: boolean) =>
        rep.send('POST', `/intake/${id}/checklist`, { step: 'approved' satisfies ChecklistStep, done });
    const { data } = (await set(true)).body;
    t.true(data.item.checklist.approved.done);
    t.is(data.done_at, '15 January 2026 at 12:00 (UTC)');
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
    const { made, rep, boss, shown, byRep, byBoss } = await opened(t);
    const id = await made('First', null, { company: 'Acme', message: 'By spring,\nplease.' });
    const path = `/intake/${id}`;
    const { body: asking } = await byBoss.get(path);
    t.deepEqual(pageOf(asking).field('Owner')?.options.toSorted(), [
        'administrator',
        'otherRep',
        'salesAdmin',
        'salesRep'
    ]);
    const assigned = pageOf((await byBoss.press(asking, 'Assign', { owner_id: rep.user.id })).body);
    t.regex(assigned.part('History').text, /salesAdmin assigned it to salesRep/);
    t.is((await shown(id)).owner_id, rep.user.id);
    const { body: page } = await byRep.get(path);
    t.regex(pageOf(page).text, /By spring, please\./);
    t.is(pageOf(page).button('Assign'), undefined);
    const done = pageOf((await byRep.press(page, 'Create deal')).body);
    t.is(done.heading(), 'Acme');
    const { deal_id, status } = await shown(id);
    t.is(status, 'intake_converted');
    t.is((await rep.get(`/deals/${deal_id}`)).body.data.deal.customer_name, 'Acme');
    const over = pageOf((await byRep.get(path)).body).buttons();
    t.false(
        over.some((name) => /Create deal|Close item|: First/.test(name)),
        over.join()
    );
    t.regex(pageOf((await byRep.press(page, 'Create deal')).body).alert() ?? '', /not open/);
    const closed = await made('Second', boss.user.id);
    const { body } = await byBoss.get(`/intake/${closed}`);
    await byBoss.press(body, 'Close item', { status: 'intake_spam' });
    t.is((await shown(closed)).status, 'intake_spam');
});

test('two sellers take an item that no one owns: the first gets it, the second learns why not', async (t) => {
    const { testApp, made, rep, other, boss, byRep } = await opened(t);
    const id = await made('First', null);
    const byOther = (await browserOf(testApp, 'otherRep')).browser;
    const seen = (await byOther.get(`/intake/${id}`)).body;
    t.is(pageOf(seen).button(/Reviewed|Create deal|Close/), undefined, 'only to take it');
    const taken = pageOf((await byRep.press((await byRep.get('/intake')).body, 'Take it: First')).body);
    t.is(taken.rows('Intake')[0]?.['Next'], 'Review');
    const late = await byOther.press(seen, 'Take it: First');
    t.regex(pageOf(late.body).alert() ?? '', /Someone else has taken this item/);
    const take = (by: typeof rep) => by.send('POST', `/intake/${id}/take`);
    t.is((await take(other)).statusCode, 409);
    t.is((await take(boss)).statusCode, 409);
    t.is((await take(rep)).body.data.item.owner_id, rep.user.id, 'again');
    const { items } = await listAudit(testApp.store.read, { act: 'intake.take', limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ actor, target }) => [actor, target]),
        [[`user:${rep.user.id}`, `intake:${id}`]]
    );
});

test('many items are spam or open again by one act: those of others and of another state are skipped', async (t) => {
    const { testApp, made, other, rep, boss, byRep, byBoss } = await opened(t);
    const [own, second] = [await made('First'), await made('Second', null)];
    const theirs = await made('Third', other.user.id);
    const all = { [`pick_${own}`]: 1, [`pick_${theirs}`]: 1 };
    const listed = (await byBoss.get('/intake')).body;
    const mine = (await byRep.get('/intake')).body;
    t.regex((await byRep.press(mine, 'Mark as spam', all)).body, /1 item marked as spam\. Skipped 1\./);
    await byBoss.press(listed, 'Mark as spam', { ...all, [`pick_${second}`]: 1 });
    const states = async () =>
        (await boss.get('/intake?sort=added')).body.data.items.map((one: { status: string }) => one.status);
    t.deepEqual(await states(), ['intake_spam', 'intake_spam', 'intake_spam']);
    const spam = (await byBoss.get('/intake?status=intake_spam&pick=all')).body;
    t.is(pageOf(spam).button('Mark as spam'), undefined);
    await byBoss.press(spam, 'Restore');
    t.deepEqual(await states(), ['intake_open', 'intake_open', 'intake_open']);
    const { body } = await boss.send('POST', '/intake/restore', { ids: [own, 99] });
    t.deepEqual(
        [body.data.done, ...body.data.skipped.map((one: { reason: string }) => one.reason)],
        [0, 'wrong_state', 'not_found']
    );
    const { items } = await listAudit(testApp.store.read, { target: `intake:${own}`, limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ act, actor }) => [act, actor]),
        [
            ['intake.restore', `user:${boss.user.id}`],
            ['intake.close', `user:${rep.user.id}`],
            ['intake.create', 'public']
        ]
    );
    t.is((await rep.send('POST', '/intake/spam', { ids: [] })).statusCode, 400);
});

test('a new item is created on a page, and an error keeps the typed values', async (t) => {
    const { byRep, rep } = await opened(t);
    const { body: form } = await byRep.get('/intake/new');
    const message = `${'word '.repeat(900)}\r\nend`;
    const answer = await byRep.press(form, 'Create item', { ...item, message, contact_email: 'kim' });
    t.is(answer.statusCode, 400);
    const wrong = pageOf(answer.body);
    t.truthy(wrong.field('Contact email')?.error);
    t.is(wrong.field('Subject')?.value, item.title);
    t.is(wrong.field('Message')?.value.replaceAll(/\r?\n/g, '\r\n'), message);
    await byRep.press(form, 'Create item', item);
    t.like((await rep.get('/intake')).body.data.items[0], { ...item, owner_id: rep.user.id });
});

test('what a stranger wrote is text on the pages of an item, in each of its fields', async (t) => {
    const { made, byBoss } = await opened(t);
    const payload = payloads.join(' ').replaceAll(/\s+/g, ' ');
    const id = await made(payload, null, { contactName: payload, company: payload, message: payload });
    const { text } = pageOf((await byBoss.get(`/intake/${id}`)).body);
    t.true(text.split(payload).length > 4);
});

test('a typed address cannot add a header to the email that its link opens', async (t) => {
    const { made, byRep } = await opened(t);
    const id = await made('Asked', undefined, { contactEmail: 'kim?bcc=spy@evil.test' });
    const page = pageOf((await byRep.get(`/intake/${id}`)).body);
    t.is(page.link('kim?bcc=spy@evil.test'), 'mailto:kim%3Fbcc%3Dspy@evil.test');
});
