// Whom the emails to reviewers are for: assignees alone, in parts of 20 users, and no one for what was due before a change.
import test from 'ava';
import { disableUser, enableUser } from '../../db/accounts/locking-out.ts';
import { changeProfile } from '../../db/accounts/profiles.ts';
import { findUserById, users, type UserRow } from '../../db/accounts/users.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { sages } from '../../db/sages/sages.ts';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { hour } from '../../db/store/time.ts';
import { reviewed } from '../support/fixtures/reviewed.ts';

const by = { name: 'test' };

test('a candidate with an assignee waits for the assignee alone, while that one may review', async (t) => {
    const { testApp, id, answered, after, sage, reviewer, council, change } = await reviewed(t, 'daily');
    await change(council.user.id, { reviewMails: 'daily' });
    await after(0);
    const { store } = testApp;
    const assign = (assignedTo: number) =>
        store.write((tx) => tx.update(screens).set({ assignedTo }).where(eq(screens.id, id)));
    const told = async () => {
        const before = (await after(0)).length;
        return (await after(24 * hour)).slice(before).toSorted();
    };
    const waits = (count: string) => `${count} for your review: Backend engine…`;
    const one = waits('1 candidate waits');
    const two = waits('2 candidates wait');
    await assign(reviewer.user.id);
    t.deepEqual(await told(), [`reviewer@example.test ${one}`]);
    await answered();
    t.deepEqual(await told(), [`councilAdmin@example.test ${one}`, `reviewer@example.test ${two}`]);
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [] });
    t.deepEqual(await told(), [`councilAdmin@example.test ${one}`, `reviewer@example.test ${one}`]);
    await change(reviewer.user.id, { role: 'support' });
    t.deepEqual(await told(), [`councilAdmin@example.test ${two}`], 'may no longer review');
    await change(reviewer.user.id, { role: 'reviewer', disabledAt: 1 });
    t.deepEqual(await told(), [`councilAdmin@example.test ${two}`], 'is disabled');
});

test('with SAGE_ACCESS=owner an assignee who is no longer named is not told', async (t) => {
    const env = { SAGE_ACCESS: 'owner' };
    const { testApp, after, sage, reviewer, council, change } = await reviewed(t, 'daily', env);
    await testApp.store.write((tx) => tx.update(screens).set({ assignedTo: reviewer.user.id }));
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [] });
    await change(council.user.id, { reviewMails: 'daily' });
    await after(0);
    t.deepEqual(
        (await after(24 * hour)).map((mail) => mail.split(' ')[0]),
        ['councilAdmin@example.test']
    );
});

test('an email that failed is needless once its candidate is assigned to another', async (t) => {
    const { testApp, tick, reviewer, council, change } = await reviewed(t, 'at_once');
    await change(reviewer.user.id, { reviewMailAt: testApp.now() });
    await tick();
    await testApp.store.write((tx) => tx.update(screens).set({ assignedTo: council.user.id }));
    await testApp.drain();
    const { items } = await listMails(testApp.store.read, { limit: 50, offset: 0 });
    t.is(items.find(({ kind }) => kind === 'review_waits')?.state, 'dead');
});

test('the emails of a morning are made in parts of 20 users', async (t) => {
    const { testApp, sage, tick } = await reviewed(t, 'never');
    const { store, now } = testApp;
    const [first] = await store.read.select().from(users).limit(1);
    const many = Array.from({ length: 25 }, (_, n) => ({
        ...(first as UserRow),
        id: 1000 + n,
        login: `many${n}`,
        email: `many${n}@example.test`,
        role: 'reviewer' as const,
        reviewMails: 'daily' as const,
        reviewMailAt: now()
    }));
    const reviewers = many.map(({ id }) => id);
    await store.write(async (tx) => {
        await tx.update(users).set({ reviewMails: 'never' });
        await tx.insert(users).values(many);
        await tx.update(sages).set({ reviewers }).where(eq(sages.id, sage.id));
    });
    const made = async () => {
        const { items } = await listMails(store.read, { limit: 100, offset: 0 });
        return items.filter(({ kind }) => kind === 'review_waits').length;
    };
    t.deepEqual([await tick(), await made()], [true, 20]);
    t.deepEqual([await tick(), await made()], [false, 25]);
});

test('what was due before is not sent after another choice, or to a user who is enabled again', async (t) => {
    const { testApp, after, reviewer, change } = await reviewed(t, 'daily');
    const { store, now } = testApp;
    const choose = (reviewMails: UserRow['reviewMails']) =>
        store.write((tx) => changeProfile(tx, reviewer.user.id, { reviewMails }, { at: now() }));
    await choose('never');
    testApp.pass(14 * 24 * hour);
    await choose('daily');
    t.deepEqual(await after(0), [], 'not before the next morning');
    await store.write((tx) => disableUser(tx, 'reviewer', { by, at: now() }));
    testApp.pass(14 * 24 * hour);
    await store.write((tx) => enableUser(tx, 'reviewer', { by, at: now() }));
    t.deepEqual(await after(0), []);
    t.is((await after(24 * hour)).length, 1);
    const due = now() + 24 * hour;
    await change(reviewer.user.id, { reviewMailAt: due });
    await choose('daily');
    t.is(
        (await findUserById(store.read, reviewer.user.id))?.reviewMailAt,
        due,
        'the same choice changes nothing'
    );
});
