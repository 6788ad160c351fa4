// What is done to users and settings, on pages and over links: all of it is in the audit log.
import test from 'ava';
import { followLink } from '../../db/accounts/change-links.ts';
import { completeReset, issueReset } from '../../db/accounts/password-resets.ts';
import { askEmailChange, askPasswordChange, pendingChanges } from '../../db/accounts/pending-changes.ts';
import { linkToken } from '../../db/accounts/tokens.ts';
import { listAudit } from '../../db/record/audit.ts';
import { setCurrency } from '../../db/installation/installation.ts';
import { desc } from '../../db/store/drizzle.ts';
import { secrets } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function acts({ store }: Pick<TestApp, 'store'>, target?: string) {
    const { items } = await listAudit(store.read, { target, limit: 50, offset: 0 });
    return items
        .toReversed()
        .map(({ act, actor, target: on, before, after }) => [act, actor, on, before, after]);
}

test('changes to an own account are in the audit log by field name, without the new value', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const author = await testApp.as('author');
    const { id, login } = author.user;
    const before = (await acts(testApp)).length;
    await author.action('svc_update_profile', { user_id: id, bio: 'Nothing of this.' });
    const { session } = (await testApp.as('author')).actor;
    t.is((await author.send('POST', `/sessions/${session.slice(0, 16)}/revoke`)).statusCode, 200);
    const asking = { secret: secrets.links, at: now() };
    const follow = async (kind: 'verify' | 'cancel') => {
        const [change] = await store.read
            .select()
            .from(pendingChanges)
            .orderBy(desc(pendingChanges.expiresAt));
        const token = linkToken(secrets.links, kind, change?.id ?? '', 1);
        await store.write((tx) => followLink(tx, token, { as: undefined, ...asking, address: 'there' }));
    };
    await store.write((tx) => askEmailChange(tx, author.user, 'new@example.test', asking));
    await follow('verify');
    await follow('cancel');
    const later = { ...asking, at: now() + 1 };
    await store.write((tx) => askPasswordChange(tx, author.user, 'a hash', later));
    await follow('verify');
    await store.write((tx) => issueReset(tx, author.user, asking));
    const resetKey = linkToken(secrets.links, 'reset', String(id), 2);
    const pair = { resetKey, login, at: now(), address: 'there' };
    await store.write((tx) => completeReset(tx, pair, 'another hash'));
    const own = `user:${id}`;
    t.deepEqual((await acts(testApp)).slice(before), [
        ['user.profile', own, own, null, null],
        ['user.session', own, own, null, null],
        ['user.email', own, own, null, null],
        ['user.email-back', own, own, null, null],
        ['user.password', own, own, null, null],
        ['user.password', own, own, null, null]
    ]);
    const { items } = await listAudit(store.read, { actor: own, limit: 50, offset: 0 });
    t.notRegex(JSON.stringify(items), /Nothing of this|hash|new@example/);
    t.true(items.every(({ address }) => address !== null));
});

test('changed settings are in the audit log with their state before and after', async (t) => {
    const testApp = await createTestApp(t);
    const administrator = await testApp.as('administrator');
    const texts = { title: 'A', subtitle: '', content: '', cta_text: '', cta_link: '', image_url: '' };
    const { splash } = (await administrator.send('POST', '/splash', { ...texts, published: false })).body
        .data;
    await administrator.send('PATCH', `/splash/${splash.id}`, { published: true });
    const own = `user:${administrator.user.id}`;
    await testApp.store.write((tx) => setCurrency(tx, 'EUR', { by: { name: 'setup' }, at: 1 }));
    const found = await acts(testApp);
    for (const one of [
        ['splash.create', own, `splash:${splash.id}`, null, 'not published'],
        ['splash.change', own, `splash:${splash.id}`, 'not published', 'published'],
        ['currency.set', 'setup', 'installation', null, 'EUR']
    ])
        t.deepEqual(
            found.filter(([act]) => act === one[0]),
            [one]
        );
});
