// What is restored on an empty data folder answers like the original: its rows and files are the same, and so are its links.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { accountApp, resetLink } from '../support/people/accounts.ts';
import { agentOf } from '../support/clients/agent.ts';
import { elsewhere, filesIn, objects, put, rowsIn, rowsOver } from '../support/stores/backups.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { until } from '../support/servers/process.ts';
import { ask, secrets } from '../support/people/roles.ts';
import { salesFixturesIn } from '../support/fixtures/sales.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { folderFor } from '../support/runs/folder.ts';

/** An installation in the middle of its work: a screen under way, an offer, a demonstration, a new password. */
async function atWork(t: ExecutionContext) {
    const testApp = await accountApp(t);
    const fixtures = await withActiveSage(testApp);
    const { sage } = fixtures;
    const screen = await invited(testApp, fixtures, 1);
    await screen.post('start', { consent: '1' });
    await screen.post('answer', { criterion: 'debugging', text: 'I measured it first.' });
    const power = await testApp.as('powerUser');
    const { body } = await power.action('svc_toggle_demo_key', { sage_id: sage.id });
    const sales = await salesFixturesIn(testApp);
    const offer = await sales.dealIn('ss_customer_sent');
    const agent = await agentOf(testApp);
    await testApp.drain();
    await testApp.as('author');
    const { reset_key: reset } = await resetLink(testApp, 'author');
    put(join(testApp.folder, 'storage'), objects);
    const demo = new URL(String(body.data.demo_url)).pathname;
    const ids = { sage: sage.id, screen: screen.id, deal: offer.id };
    return { testApp, agent, ids, links: { screen: screen.path, offer: offer.path, demo, reset } };
}

type AtWork = Awaited<ReturnType<typeof atWork>>;

/** What people are answered, without what each response has of its own. */
async function answersOf(testApp: TestApp, { ids, links, agent }: AtWork) {
    const [admin, boss] = [await testApp.as('administrator'), await testApp.as('salesAdmin')];
    const council = await testApp.as('councilAdmin');
    const json = async (who: typeof admin, path: string) => {
        const { statusCode, body } = await who.get(path);
        return { path, statusCode, body: body as unknown };
    };
    const page = async (url: string) => {
        const { statusCode, body } = await ask(testApp.server, { url });
        return { url, statusCode, body: String(body).replaceAll(/nonce[="-]+[\w+/=-]+/g, '') };
    };
    const tools = await ask(testApp.server, { url: '/tools/list', headers: agent.headers });
    return [
        await json(council, '/sages'),
        await json(council, `/sages/${ids.sage}`),
        await json(council, '/screens'),
        await json(council, `/screens/${ids.screen}`),
        await json(boss, '/deals'),
        await json(boss, `/deals/${ids.deal}`),
        await json(admin, '/credits'),
        await page(links.screen),
        await page(links.offer),
        await page(links.demo),
        { path: '/tools/list', statusCode: tools.statusCode, body: tools.body as unknown }
    ];
}

/** Its backup, restored on an empty data folder. */
async function restored(t: ExecutionContext, { app }: TestApp) {
    app.backups.begin();
    await until('the backup is made', async () => (await app.backups.state()).making === undefined);
    const { last } = await app.backups.state();
    const other = elsewhere(folderFor(t));
    const { code, err } = await other.run([
        'restore',
        '--from',
        last?.folder ?? '',
        '--trust',
        '--without-erasures'
    ]);
    t.is(code, 0, err);
    return { ...other, backup: last?.folder ?? '' };
}

/** What a restore ends or writes on purpose. */
const ofNewLife = /^(installation|audit|sessions|password_resets|jobs) /;

test('a restore into an empty data folder keeps all screens, deals, credits and links', async (t) => {
    const original = await atWork(t);
    const other = await restored(t, original.testApp);
    const rows = (all: Set<string>) => [...all].filter((row) => !ofNewLife.test(row));
    t.deepEqual(rows(await rowsOver(other.dataDir)), rows(await rowsIn(other.backup)));
    t.deepEqual(filesIn(join(other.dataDir, 'storage')), filesIn(join(original.testApp.folder, 'storage')));
    t.like(JSON.parse(readFileSync(join(other.dataDir, 'secrets.json'), 'utf8')), secrets);
    const testApp = await createTestApp(t, { from: readFileSync(join(other.dataDir, 'app.db')), credits: 0 });
    const [before, after] = [await answersOf(original.testApp, original), await answersOf(testApp, original)];
    for (const [place, answer] of before.entries()) {
        t.is(answer.statusCode, 200, JSON.stringify(answer).slice(0, 300));
        t.deepEqual(after[place], answer);
    }
    const url = `/reset-password?key=${original.links.reset}&login=author`;
    const invalid = /This reset link is invalid or has expired/;
    t.notRegex(String((await ask(original.testApp.server, { url })).body), invalid);
    t.regex(
        String((await ask(testApp.server, { url })).body),
        invalid,
        'links to new passwords end with a restore'
    );
});
