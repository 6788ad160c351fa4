// What the store of the last version before this one holds, read by this program.
import test from 'ava';
import { sages } from '../../db/sages/sages.ts';
import { screenAnswers, screens } from '../../db/screens/screens.ts';
import { mailReviewers } from '../../db/judgement/reviewer-mails.ts';
import { listUsers } from '../../db/accounts/users.ts';
import { mailsTo } from '../support/fixtures/council.ts';
import { appFrom } from './stores/from.ts';

test('answers of a store of 0035 are whole, and their candidates have gone on from them', async (t) => {
    const { store } = await appFrom(t, '0035_pages_of_years.sqlite.gz');
    const answers = await store.read.select().from(screenAnswers);
    t.true(answers.length > 2);
    for (const { answer, rivals, done } of answers)
        t.deepEqual([answer !== '', rivals, done], [true, null, true]);
});

test('deals of a store of 0035 have an empty edit history, which is filled from then on', async (t) => {
    const testApp = await appFrom(t, '0035_pages_of_years.sqlite.gz');
    const boss = await testApp.as('salesAdmin');
    const [{ id, revenue }] = (await boss.get('/deals?status=ss_draft')).body.data.items;
    const historyNow = async () => (await boss.get(`/deals/${id}`)).body.data.history;
    const before = await historyNow();
    t.deepEqual([...new Set(before.flatMap(({ changes }: { changes: object[] }) => changes))], []);
    await boss.send('PATCH', `/deals/${id}`, { revenue: revenue + 1 });
    const after = await historyNow();
    t.deepEqual(after.slice(0, -1), before);
    t.deepEqual(after.at(-1).changes, [{ field: 'revenue', before: revenue, after: revenue + 1 }]);
});

test('users of a store of 0035 get the daily email, from the morning after the upgrade', async (t) => {
    const testApp = await appFrom(t, '0035_pages_of_years.sqlite.gz');
    const { store, now, pass } = testApp;
    const known = await listUsers(store.read);
    t.deepEqual([...new Set(known.map(({ reviewMails }) => reviewMails))], ['daily']);
    const [owner] = known.filter(({ role }) => role === 'administrator');
    const of = { ownerId: owner?.id ?? 0 };
    await store.write((tx) => tx.update(sages).set(of));
    await store.write((tx) => tx.update(screens).set({ status: 'ss_evaluated', decision: 'not_reviewed' }));
    const told = async () => {
        await store.write((tx) => mailReviewers(tx, now(), { timeZone: 'UTC', sageAccess: 'all' }));
        return (await mailsTo(testApp)).filter((mail) => mail.startsWith('review_waits'));
    };
    t.deepEqual(await told(), []);
    pass(20 * 60 * 60_000);
    t.deepEqual(await told(), [`review_waits ${owner?.email}`]);
});
