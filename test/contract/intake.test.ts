// Intake: left from the outside by people, worked off by staff, converted or closed once.
import test from 'ava';
import { disableUser } from '../../db/accounts.ts';
import { intakeItems, intakeStatuses } from '../../db/intake.ts';
import { ask, type Client, type Part } from '../cast.ts';
import { easy, humanToken } from '../human.ts';
import { failure, noPermission, openDesk, told } from '../sales-desk.ts';
import { createWorld, type World } from '../world.ts';

const item = {
    title: 'Two engineers',
    contact_name: 'Kim Lind',
    contact_email: 'kim@example.test',
    company: 'Quarry Works',
    message: 'By spring,\nplease.'
};

const leave = ({ server }: World, body: object, headers = {}) =>
    ask(server, {
        method: 'POST',
        url: '/rest/svc/v1/intake/public',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body)
    });

const rows = ({ store }: World) => store.read.select().from(intakeItems);
const tokenFor = (world: World, action = 'intake') => humanToken(world, action);

async function made(by: Client, body: object = {}) {
    const answer = await by.send('POST', '/intake', { ...item, ...body });
    if (answer.statusCode !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data.item as { id: number };
}

const listed = async (by: Client, query = '') => {
    const { items, total } = (await by.get(`/intake${query}`)).body.data;
    return { ids: items.map(({ id }: { id: number }) => id), total };
};

const none = { done: false, done_at: null };
const whole = {
    ...item,
    status: 'intake_open',
    deal_id: null,
    checklist: { reviewed: none, priced: none, approved: none, responded: none },
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z'
};

test('POST /intake/public: left without login and nonce, after the human check; nobody owns it yet', async (t) => {
    const world = await createWorld(t, { env: easy });
    const boss = await world.as('salesAdmin');
    const { statusCode, body } = await leave(world, { ...item, recaptcha_token: await tokenFor(world) });
    t.is(statusCode, 201);
    t.deepEqual(body, { success: true, data: { message: 'Thank you. We will write to you.' } });
    const { items } = (await boss.get('/intake')).body.data;
    t.deepEqual(items, [{ id: 1, owner_id: null, ...whole }]);
});

test('row 41: a token that is missing, made up, used, of another action or too old leaves nothing', async (t) => {
    const world = await createWorld(t, { env: easy });
    const used = await tokenFor(world);
    t.is((await leave(world, { ...item, recaptcha_token: used })).statusCode, 201);
    const old = await tokenFor(world);
    const other = await tokenFor(world, 'reset_password');
    const cheap = (await tokenFor(world)).replace(/\.\d+$/, '.x');
    for (const recaptcha_token of [used, other, cheap, 'made.up', '.', '']) {
        const { statusCode, body } = await leave(world, { ...item, recaptcha_token });
        t.is(statusCode, 400, recaptcha_token);
        if (recaptcha_token) t.deepEqual(body, failure('Human verification failed.'));
    }
    world.pass(2 * 60_000);
    t.deepEqual(
        (await leave(world, { ...item, recaptcha_token: old })).body,
        failure('Human verification failed.')
    );
    const missing = await leave(world, item);
    t.deepEqual([missing.statusCode, missing.headers['x-svc-field']], [400, 'recaptcha_token']);
    t.is((await rows(world)).length, 1);
});

test('a bad field is said before the token is spent, so that it can be tried again', async (t) => {
    const world = await createWorld(t, { env: easy });
    const recaptcha_token = await tokenFor(world);
    const wrong = await leave(world, { ...item, contact_email: 'nobody', recaptcha_token });
    t.deepEqual([wrong.statusCode, wrong.headers['x-svc-field']], [400, 'contact_email']);
    t.is((await leave(world, { ...item, recaptcha_token })).statusCode, 201);
});

test('of 20 parallel uses of one token exactly one leaves an item', async (t) => {
    const world = await createWorld(t, { env: { ...easy, RATE_INTAKE: '0' } });
    const recaptcha_token = await tokenFor(world);
    const answers = await Promise.all(
        Array.from({ length: 20 }, () => leave(world, { ...item, recaptcha_token }))
    );
    t.is(answers.filter(({ statusCode }) => statusCode === 201).length, 1);
    t.is((await rows(world)).length, 1);
});

test('one address leaves 20 an hour, then 429 with Retry-After, whatever else was wrong', async (t) => {
    const world = await createWorld(t, { env: easy });
    for (let n = 0; n < 20; n += 1) t.is((await leave(world, item)).statusCode, 400);
    const { statusCode, headers, body } = await leave(world, {
        ...item,
        recaptcha_token: await tokenFor(world)
    });
    t.deepEqual([statusCode, body], [429, failure('Too many requests.')]);
    t.true(Number(headers['retry-after']) > 3500);
    t.is((await rows(world)).length, 0);
});

test('the outside takes the six fields and no other: no owner, no status, no HTML that is anything but text', async (t) => {
    const world = await createWorld(t, { env: { HUMAN_CHECK: 'off', RATE_INTAKE: '0' } });
    const odd = [
        { owner_id: 1 },
        { status: 'intake_converted' },
        { reviewed: true },
        { title: '' },
        { title: 'x'.repeat(201) },
        { message: 'x'.repeat(5001) },
        { contact_email: 'kim@example.test\r\nBcc: eve@example.test' },
        { contact_email: ['kim@example.test'] },
        { contact_name: null }
    ];
    for (const one of odd) {
        const { statusCode, headers } = await leave(world, { ...item, recaptcha_token: 'x', ...one });
        t.deepEqual([statusCode, headers['x-svc-field']], [400, Object.keys(one)[0]]);
    }
    const message = '<script>alert(1)</script>\r\n=1+1';
    t.is((await leave(world, { ...item, message, recaptcha_token: 'x' })).statusCode, 201);
    t.deepEqual(
        (await rows(world)).map((row) => row.message),
        [message]
    );
});

test('rows 30 and 72: what is no JSON, is too large or comes from another site leaves nothing', async (t) => {
    const world = await createWorld(t, { env: { HUMAN_CHECK: 'off' } });
    const good = { ...item, recaptcha_token: 'x' };
    t.is((await leave(world, good, { 'content-type': 'text/plain' })).statusCode, 415);
    t.is((await leave(world, good, { origin: 'https://evil.example' })).statusCode, 403);
    t.is((await leave(world, { ...good, message: 'x'.repeat(1024 * 1024) })).statusCode, 413);
    t.is((await rows(world)).length, 0);
});

test('POST /intake: staff make items of their own', async (t) => {
    const world = await createWorld(t);
    const rep = await world.as('salesRep');
    const { statusCode, body } = await rep.send('POST', '/intake', item);
    t.is(statusCode, 201);
    t.deepEqual(body, { success: true, data: { item: { id: 1, owner_id: rep.user.id, ...whole } } });
    const { company: _company, message: _message, ...short } = item;
    t.like((await rep.send('POST', '/intake', short)).body.data.item, { company: '', message: '' });
});

test('GET /intake: a rep sees the own items, the administrators all; newest first, by status, by page', async (t) => {
    const world = await createWorld(t, { env: { HUMAN_CHECK: 'off' } });
    const { rep, other, boss, admin } = await openDesk(world);
    const [first, second, others] = [await made(rep), await made(rep), await made(other)].map(({ id }) => id);
    await leave(world, { ...item, recaptcha_token: 'x' });
    await rep.send('POST', `/intake/${first}/close`, { status: 'intake_spam' });
    t.deepEqual(await listed(rep), { ids: [second, first], total: 2 });
    t.deepEqual(await listed(other), { ids: [others], total: 1 });
    for (const by of [boss, admin])
        t.deepEqual(await listed(by), { ids: [4, others, second, first], total: 4 });
    t.deepEqual(await listed(boss, '?status=intake_spam'), { ids: [first], total: 1 });
    t.deepEqual(await listed(boss, '?page=2&per_page=3'), { ids: [first], total: 4 });
    t.is((await boss.get('/intake?status=open')).statusCode, 400);
});

test('row 37: the staff routes are for the sales side; assigning is for its administrators', async (t) => {
    const world = await createWorld(t);
    const rep = await world.as('salesRep');
    const { id } = await made(rep);
    const tried = (by: Client) => [
        by.get('/intake'),
        by.send('POST', '/intake', item),
        by.send('POST', `/intake/${id}/convert`),
        by.send('POST', `/intake/${id}/close`, { status: 'intake_closed' }),
        by.send('POST', `/intake/${id}/assign`, { owner_id: 1 })
    ];
    for (const part of ['author', 'councilAdmin', 'powerUser', 'support'] satisfies Part[])
        for (const { statusCode, body } of await Promise.all(tried(await world.as(part))))
            t.deepEqual([statusCode, body], [403, noPermission], part);
    const own = await rep.send('POST', `/intake/${id}/assign`, { owner_id: rep.user.id });
    t.deepEqual([own.statusCode, own.body], [403, noPermission]);
});

test('convert: an item becomes a draft of its owner’s, with its contact and without amounts', async (t) => {
    const desk = await openDesk(await createWorld(t));
    const { id } = await made(desk.rep);
    const { statusCode, body } = await desk.boss.send('POST', `/intake/${id}/convert`);
    t.is(statusCode, 200);
    const { item: after, deal } = body.data;
    t.deepEqual(Object.keys(body.data), ['item', 'deal']);
    t.like(after, { status: 'intake_converted', deal_id: deal.id });
    t.deepEqual(deal, { id: deal.id, status: 'ss_draft' });
    const shown = await told(desk, deal.id);
    t.like(shown.deal, {
        rep_id: desk.rep.user.id,
        customer_name: 'Quarry Works',
        contact_name: 'Kim Lind',
        contact_email: 'kim@example.test',
        revenue: 0,
        commission: 0
    });
    t.deepEqual(shown.moves, [`user:${desk.rep.user.id} create: null > ss_draft`]);
});

test('convert: without a company the title names the customer; without an owner the deal is whose converts it', async (t) => {
    const world = await createWorld(t, { env: { HUMAN_CHECK: 'off' } });
    const desk = await openDesk(world);
    await leave(world, { ...item, company: '', recaptcha_token: 'x' });
    const { deal } = (await desk.boss.send('POST', '/intake/1/convert')).body.data;
    t.like((await told(desk, deal.id)).deal, { customer_name: 'Two engineers', rep_id: desk.boss.user.id });
});

test('under 20 parallel conversions there is exactly one deal, and the item names it', async (t) => {
    const desk = await openDesk(await createWorld(t));
    const { id } = await made(desk.rep);
    const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
            (i % 2 ? desk.boss : desk.rep).send('POST', `/intake/${id}/convert`)
        )
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    t.is(won.length, 1);
    for (const { statusCode, body } of answers.filter((one) => !won.includes(one)))
        t.deepEqual([statusCode, body], [409, failure('This item is not open.')]);
    const { items, total } = (await desk.boss.get('/deals')).body.data;
    t.is(total, 1);
    t.is((await rows(desk.world))[0]?.dealId, items[0].id);
});

test('assign: to somebody of the sales side who is active, and to nobody else', async (t) => {
    const desk = await openDesk(await createWorld(t));
    const { rep, other, boss, admin, world } = desk;
    const { id } = await made(rep);
    const assign = (owner_id: unknown) => boss.send('POST', `/intake/${id}/assign`, { owner_id });
    for (const to of [other, admin, boss]) {
        const { statusCode, body } = await assign(to.user.id);
        t.deepEqual([statusCode, body.data.item.owner_id], [200, to.user.id]);
    }
    await world.store.write((tx) => disableUser(tx, 'otherRep', world.now()));
    const author = await world.as('author');
    for (const owner of [other.user.id, author.user.id, 999]) {
        const { statusCode, headers, body } = await assign(owner);
        t.deepEqual([statusCode, headers['x-svc-field']], [400, 'owner_id'], String(owner));
        t.deepEqual(body, failure('owner_id must be somebody of the sales side.'));
    }
    for (const owner of [null, '1', 0, 1.5]) t.is((await assign(owner)).statusCode, 400);
    t.is((await rows(world))[0]?.ownerId, boss.user.id);
    t.deepEqual(
        (await boss.send('POST', '/intake/9/assign', { owner_id: 1 })).body,
        failure('Item not found.')
    );
});

test('whoever gets an item works on it, and whoever had it does not any more', async (t) => {
    const { rep, other, boss } = await openDesk(await createWorld(t));
    const { id } = await made(rep);
    await boss.send('POST', `/intake/${id}/assign`, { owner_id: other.user.id });
    t.deepEqual((await rep.send('POST', `/intake/${id}/convert`)).body, noPermission);
    t.is((await other.send('POST', `/intake/${id}/convert`)).statusCode, 200);
});

test('close: as done or as spam, by its owner or an administrator, once', async (t) => {
    const { rep, other, boss } = await openDesk(await createWorld(t));
    const close = (by: Client, id: number, status: string) =>
        by.send('POST', `/intake/${id}/close`, { status });
    for (const [by, status] of [
        [rep, 'intake_closed'],
        [boss, 'intake_spam']
    ] as const) {
        const { id } = await made(rep);
        t.deepEqual((await close(other, id, status)).body, noPermission);
        const { statusCode, body } = await close(by, id, status);
        t.deepEqual([statusCode, body.data.item.status], [200, status]);
        t.deepEqual((await close(by, id, status)).body, failure('This item is not open.'));
    }
    const { id } = await made(rep);
    for (const status of ['intake_open', 'intake_converted', 'closed', ''])
        t.is((await close(rep, id, status)).statusCode, 400, status);
});

test('what is not open any more is neither assigned, converted nor closed', async (t) => {
    const { rep, boss } = await openDesk(await createWorld(t));
    const ends = [
        ['convert', {}],
        ['close', { status: 'intake_closed' }],
        ['close', { status: 'intake_spam' }]
    ] as const;
    for (const [end, body] of ends) {
        const { id } = await made(rep);
        await rep.send('POST', `/intake/${id}/${end}`, body);
        const tries = [...ends, ['assign', { owner_id: boss.user.id }]] as const;
        for (const [step, given] of tries) {
            const { statusCode, body } = await boss.send('POST', `/intake/${id}/${step}`, given);
            t.deepEqual([statusCode, body], [409, failure('This item is not open.')], `${step} after ${end}`);
        }
    }
});

test('the four statuses of an item are the decided ones', (t) => {
    t.deepEqual([...intakeStatuses], ['intake_open', 'intake_converted', 'intake_closed', 'intake_spam']);
});
