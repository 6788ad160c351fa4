import test from 'ava';
import { currencyOf, issueSetupKey } from '../../db/installation/installation.ts';
import { listAudit } from '../../db/record/audit.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { hasUsers, listUsers } from '../../db/accounts/users.ts';
import { pageOf } from '../support/people/page.ts';
import { ask, encode } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const good = { login: 'ada', email: 'ada@example.test', password: 'a long enough secret' };

async function withKey(testApp: TestApp) {
    const url = `/setup/${await testApp.store.write((tx) => issueSetupKey(tx, testApp.now()))}`;
    const post = (fields: Record<string, string>) =>
        ask(testApp.server, { method: 'POST', url, headers: form, payload: encode(fields) });
    return { url, post, page: () => ask(testApp.server, { url }) };
}

test('the setup link creates one administrator, logs them in and is used up', async (t) => {
    const testApp = await createTestApp(t);
    const { page, post } = await withKey(testApp);
    t.is((await page()).statusCode, 200);
    t.is((await post({ ...good, time_zone: 'Mars/Base' })).statusCode, 400);
    const made = await post({ ...good, time_zone: 'Asia/Tokyo' });
    t.is(made.statusCode, 303);
    t.is(testApp.app.zone.name(), 'Asia/Tokyo');
    t.regex(String(made.headers['set-cookie']), /^svc_session=/);
    t.is((await page()).statusCode, 404);
    t.is((await post({ ...good, login: 'eve' })).statusCode, 404);
});

test('two visitors of one link: one becomes administrator', async (t) => {
    const testApp = await createTestApp(t);
    const { post } = await withKey(testApp);
    const answers = await Promise.all(
        ['ada', 'eve'].map((login) => post({ ...good, login, email: `${login}@example.test` }))
    );
    const [first, second] = answers.map(({ statusCode }) => statusCode).sort();
    t.is(first, 303);
    t.true(
        second === 400 || second === 404,
        `${second}: refused after the other one, or already at the link`
    );
    t.is((await listUsers(testApp.store.read)).length, 1);
});

test('the link ends after 30 minutes, and a newer one ends it', async (t) => {
    const testApp = await createTestApp(t);
    const first = await withKey(testApp);
    const second = await withKey(testApp);
    t.is((await first.page()).statusCode, 404);
    testApp.pass(30 * 60_000);
    t.is((await second.page()).statusCode, 404);
    t.is((await second.post(good)).statusCode, 404);
    t.false(await hasUsers(testApp.store.read));
});

test('an error is shown next to its field, and all typed values except the password are kept', async (t) => {
    const testApp = await createTestApp(t);
    const { post } = await withKey(testApp);
    const { statusCode, body } = await post({
        login: 'ada',
        email: 'no address',
        password: 'a long enough secret'
    });
    t.is(statusCode, 400);
    t.true(
        body.includes('value="ada"') && body.includes('aria-invalid="true"') && body.includes('href="#email"')
    );
    t.false(body.includes('a long enough secret'));
    for (const password of ['short', '12345678', 'password1', 'aaaaaaaa', 'x'.repeat(257)]) {
        const refused = await post({ ...good, password });
        t.is(refused.statusCode, 400, password);
        t.true(refused.body.includes('href="#password"'), password);
    }
    t.false(await hasUsers(testApp.store.read));
});

test('the currency is chosen and stored at setup; the setting CURRENCY wins', async (t) => {
    const testApp = await createTestApp(t);
    const { page, post } = await withKey(testApp);
    t.regex((await page()).body, /name="currency"/);
    for (const currency of ['EURO', 'XXX', 'JPY', '<b>']) {
        const refused = await post({ ...good, currency });
        t.is(refused.statusCode, 400, currency);
        t.true(refused.body.includes('href="#currency"'), currency);
    }
    t.is(await currencyOf(testApp.store.read), undefined);
    t.is((await post({ ...good, currency: ' eur ' })).statusCode, 303);
    t.is(await currencyOf(testApp.store.read), 'EUR');

    const set = await createTestApp(t, { env: { CURRENCY: 'USD' } });
    t.notRegex((await (await withKey(set)).page()).body, /name="currency"/);
});

test('the organisation is named at setup, where the environment does not name it', async (t) => {
    const testApp = await createTestApp(t);
    const { page, post } = await withKey(testApp);
    t.regex((await page()).body, /id="organisation"[^>]*value=""(?![^>]*(required|readonly))/);
    const refused = await post({ ...good, organisation: 'x'.repeat(201) });
    t.is(refused.statusCode, 400);
    t.true(refused.body.includes('href="#organisation"'));
    const easy = await post({ ...good, organisation: 'Fishmonger', password: 'fishmonger1' });
    t.true(easy.body.includes('href="#password"'), 'a password with the new name in it');
    t.regex(easy.body, /id="organisation"[^>]*value="Fishmonger"/);
    t.is((await post({ ...good, organisation: ' Fish & Sons ' })).statusCode, 303);
    t.is((await settingsOf(testApp.app)).organisation.name, 'Fish & Sons');
    const [changed] = (await listAudit(testApp.store.read, { act: 'setting', limit: 9, offset: 0 })).items;
    t.like(changed, { actor: 'setup', target: 'setting:organisation', after: null });

    const set = await createTestApp(t, { env: { ORGANISATION: 'Of the environment' } });
    const second = await withKey(set);
    t.regex((await second.page()).body, /id="organisation"[^>]*value="Of the environment"[^>]*readonly/);
    t.is((await second.post({ ...good, organisation: 'Other' })).statusCode, 303);
    t.is((await settingsOf(set.app)).organisation.name, 'Of the environment');
});

test('setup gives an installation without credits its first ones, and leads to Start', async (t) => {
    const balanceIn = async (setting: { credits: number; env?: Record<string, string> }) => {
        const testApp = await createTestApp(t, setting);
        const { statusCode, headers } = await (await withKey(testApp)).post(good);
        t.deepEqual([statusCode, headers['location']], [303, '/']);
        t.deepEqual(await auditCredits(testApp.store.read), []);
        return (await account(testApp.store.read)).balance;
    };
    t.is(await balanceIn({ credits: 0 }), 20);
    t.is(await balanceIn({ credits: 3 }), 3, 'the demo data, or an earlier grant');
    t.is(await balanceIn({ credits: 0, env: { FIRST_CREDITS: '0' } }), 0);
});

test('a set-up that is refused for the moment is shown again as it was typed, without the password', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_PAGES: '1' } });
    const { url, post, page } = await withKey(testApp);
    const typed = { ...good, organisation: 'Acme' };
    await page();
    const { statusCode, headers, body } = await post(typed);
    t.is(statusCode, 429);
    t.true(Number(headers['retry-after']) > 0);
    for (const [label, value] of [
        ['Login', 'ada'],
        ['Email address', 'ada@example.test'],
        ['Organisation', 'Acme'],
        ['Password', '']
    ] as const)
        t.is(pageOf(body).field(label)?.value, value, label);
    t.false(await hasUsers(testApp.store.read));
    const elsewhere = { method: 'POST', url: `${url}x`, headers: form, payload: encode(typed) } as const;
    t.is(
        pageOf((await ask(testApp.server, elsewhere)).body).field('Login'),
        undefined,
        'only at a valid link'
    );
});
