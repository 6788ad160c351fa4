// Splash banners: the contract's fields, who has seen them, and one published at most.
import test from 'ava';
import { eq } from '../../db/store/drizzle.ts';
import { splashes } from '../../db/sales/splashes.ts';
import { findUserById } from '../../db/accounts/users.ts';
import type { Client } from '../support/people/roles.ts';
import { failure } from '../support/fixtures/sales.ts';
import { banner, change, make, shownTo, written } from '../support/fixtures/splash.ts';
import { isTaken } from '../support/stores/whole-store.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const idShownTo = async (user: Client) => (await shownTo(user)).data.splash?.id;
const seen = (user: Client, splash_id: number | string) => user.action('svc_mark_splash_seen', { splash_id });
const nothing = { success: true, data: { splash: null } };

test('svc_get_active_splash returns the seven fields of the contract, or null', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    t.deepEqual(await shownTo(admin), nothing);
    const { id } = await make(admin);
    const { published: _published, ...fields } = banner;
    t.deepEqual(await shownTo(admin), {
        success: true,
        data: { splash: { id, ...fields, content: written } }
    });
});

test('an unpublished banner is shown to no one, also after it was published before', async (t) => {
    const testApp = await createTestApp(t);
    const [admin, rep] = [await testApp.as('administrator'), await testApp.as('salesRep')];
    const { id } = await make(admin, { published: false });
    t.deepEqual(await shownTo(rep), nothing);
    await change(admin, id, { published: true });
    t.is(await idShownTo(rep), id);
    await change(admin, id, { published: false });
    t.deepEqual(await shownTo(rep), nothing);
});

test('a user who has closed the banner gets null, and others get it (ss_last_splash_seen_id)', async (t) => {
    const testApp = await createTestApp(t);
    const [admin, rep] = [await testApp.as('administrator'), await testApp.as('salesRep')];
    const { id } = await make(admin);
    const { statusCode, body } = await seen(rep, id);
    t.is(statusCode, 200);
    t.deepEqual(body, {
        success: true,
        data: { message: 'Banner closed. You will not see it again.', splash_id: id }
    });
    t.is((await findUserById(testApp.store.read, rep.user.id))?.lastSplashSeenId, id);
    t.deepEqual(await shownTo(rep), nothing);
    t.is(await idShownTo(admin), id);
    t.is((await seen(rep, id)).statusCode, 200, 'seeing it twice is harmless');
    await change(admin, id, { title: 'Newer sages' });
    t.deepEqual(await shownTo(rep), nothing, 'an edit does not bring it back');
});

test('seen is equal to the last one seen: a new banner is shown, and an old one again after it', async (t) => {
    const testApp = await createTestApp(t);
    const [admin, rep] = [await testApp.as('administrator'), await testApp.as('salesRep')];
    const old = await make(admin);
    await seen(rep, old.id);
    const young = await make(admin);
    t.is(await idShownTo(rep), young.id);
    await seen(rep, young.id);
    t.deepEqual(await shownTo(rep), nothing);
    await change(admin, old.id, { published: true });
    t.is(await idShownTo(rep), old.id);
});

test('an unknown banner cannot be closed, and its id must be plain digits', async (t) => {
    const testApp = await createTestApp(t);
    const [admin, rep] = [await testApp.as('administrator'), await testApp.as('salesRep')];
    const { id } = await make(admin);
    const { statusCode, body } = await seen(rep, id + 1);
    t.deepEqual([statusCode, body], [404, failure('Banner not found.')]);
    for (const odd of ['', '0', '1e3', '12abc', '-1', '9007199254740992']) {
        const answer = await seen(rep, odd);
        t.deepEqual([answer.statusCode, answer.body], [400, failure('Invalid request.')], odd);
    }
    t.is((await findUserById(testApp.store.read, rep.user.id))?.lastSplashSeenId, null);
    t.is(await idShownTo(rep), id);
});

const publishedIds = async ({ store }: TestApp) =>
    (await store.read.select().from(splashes).where(eq(splashes.published, true))).map(({ id }) => id);

test('at most one is published: publishing one takes the other down, in one transaction', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const first = await make(admin);
    const second = await make(admin);
    t.deepEqual(await publishedIds(testApp), [second.id]);
    await change(admin, first.id, { published: true });
    t.deepEqual(await publishedIds(testApp), [first.id]);
    const absent = await change(admin, 99, { published: true });
    t.deepEqual([absent.statusCode, absent.body], [404, failure('Banner not found.')]);
    t.deepEqual(await publishedIds(testApp), [first.id], 'what failed has taken nothing down');
});

test('publishing a banner changes only the one that was published before', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    for (const published of [false, true]) await make(admin, { published });
    testApp.pass(1000);
    await make(admin);
    const { items } = (await admin.get('/splash')).body.data;
    const changed = items.map((one: Record<string, unknown>) => one['created_at'] !== one['updated_at']);
    t.deepEqual(changed, [false, true, false]);
});

test('under 50 parallel publishes exactly one banner is up, and the store allows no second', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await make(admin, { published: false })).id);
    const acts = Array.from({ length: 50 }, async (_, i) => {
        const published = { ...banner, published: true };
        const { statusCode } =
            i % 2
                ? await change(admin, ids[i % 5] ?? 0, { published: true })
                : await admin.send('POST', '/splash', published);
        return { statusCode, up: (await publishedIds(testApp)).length };
    });
    for (const { statusCode, up } of await Promise.all(acts)) {
        t.true([200, 201].includes(statusCode), String(statusCode));
        t.is(up, 1);
    }
    const error = await t.throwsAsync(
        testApp.store.write((tx) => tx.update(splashes).set({ published: true }))
    );
    t.true(isTaken(error));
});

const badLinks = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'http://evil.example',
    'data:text/html,x',
    'https://user:pass@good.example',
    'https://good.example@evil.example',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'sages',
    '#top',
    '?a=1',
    'https://good.example/a b',
    'https://good.example/\nx'
];

const inside = ['http://10.0.0.1/', 'https://169.254.169.254/latest', 'data:image/png;base64,AA', '/a.png'];

test('a link is a path of this site or a web page, an image from the web, and nothing only looks so [61]', async (t) => {
    const admin = await (await createTestApp(t)).as('administrator');
    const bad = { cta_link: badLinks, image_url: [...badLinks, ...inside] };
    for (const [field, addresses] of Object.entries(bad))
        for (const address of addresses) {
            const sent = { ...banner, [field]: address };
            const { statusCode, headers, body } = await admin.send('POST', '/splash', sent);
            t.deepEqual([statusCode, headers['x-svc-field']], [400, field], address);
            t.deepEqual(body, failure('Invalid link.'));
        }
    for (const cta_link of ['', '/', '/a?b=c#d', 'https://good.example', 'https://good.example:8443/a?b'])
        t.is((await admin.send('POST', '/splash', { ...banner, cta_link })).statusCode, 201, cta_link);
});

test('a banner takes the seven fields and no other, of their types and lengths', async (t) => {
    const admin = await (await createTestApp(t)).as('administrator');
    const odd = [
        { title: '' },
        { title: 'x'.repeat(201) },
        { content: 'x'.repeat(50_001) },
        { published: 'true' },
        { published: 1 },
        { id: 5 },
        { created_at: 1 },
        { subtitle: null },
        { cta_text: ['x'] }
    ];
    for (const one of odd) {
        const { statusCode, headers } = await admin.send('POST', '/splash', { ...banner, ...one });
        t.deepEqual(
            [statusCode, headers['x-svc-field']],
            [400, Object.keys(one)[0]],
            JSON.stringify(one).slice(0, 60)
        );
    }
    const { id } = await make(admin);
    t.is((await change(admin, id, {})).statusCode, 400, 'nothing to change');
});
