// "I would rather be asked by a person": the questions close, no software reads on, and a person is told.
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { readersOf, agreedTo } from '../../db/screens/consent.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { sages } from '../../db/sages/sages.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Verdict } from '../../db/sages/verdicts.ts';
import { mailsTo } from '../support/things/council.ts';
import { ask } from '../support/people/roles.ts';
import { consent, script, withCandidate } from '../support/people/visitors.ts';

interface Waiting {
    id: string;
    status: string;
    verdict: { fault: string; recommendation: string };
}

test('a candidate who asks for a person is asked once whether they mean it, and then waits in the queue', async (t) => {
    const { testApp, council, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'I began to write.' }, script);
    t.regex((await page()).body, /\?person">I would rather be asked by a person/);
    t.regex((await page('?person')).body, /Be asked by a person\?[^]*\/person"/);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_started', 'nothing is done by looking');
    const before = await account(testApp.store.read);
    for (const round of ['once', 'twice']) t.is((await post('person')).statusCode, 303, round);
    await testApp.drain();
    t.regex((await page()).body, /know that you would rather be asked by a person/);
    t.is((await post('answer', { criterion: 'debugging', text: 'More' }, script)).statusCode, 409);
    const { items } = (await council.get('/screens?state=waiting')).body.data;
    t.deepEqual(
        items.map(({ id, status, verdict }: Waiting) => [id, status, verdict.fault, verdict.recommendation]),
        [[id, 'ss_evaluated', 'person_asked', 'needs_review']]
    );
    t.deepEqual(await account(testApp.store.read), before, 'nothing is given back');
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('person_asked')).length, 1);
});

test('of a sage whose owner is locked out, or that has none, the administrators of the council are told', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await testApp.as('councilAdmin');
    const author = (await testApp.as('author')).user;
    await testApp.as('reviewer');
    const { store, now } = testApp;
    const screen = await findScreen(store.read, id);
    const owned = (ownerId: number | null) =>
        store.write((tx) =>
            tx
                .update(sages)
                .set({ ownerId })
                .where(eq(sages.id, screen?.sageId ?? 0))
        );
    const again = () =>
        store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { status: 'ss_invited', verdict: null }));
    const told = async () =>
        (await mailsTo(testApp))
            .filter((mail) => mail.startsWith('person_asked'))
            .map((mail) => mail.slice(13));
    await owned(author.id);
    await post('person');
    t.deepEqual(await told(), ['author@example.test']);
    await again();
    await store.write((tx) => disableUser(tx, 'author', { by: { name: 'cli' }, at: now() }));
    await post('person');
    const council = ['administrator@example.test', 'councilAdmin@example.test'];
    t.deepEqual(await told(), [...council.slice(0, 1), 'author@example.test', ...council.slice(1)]);
    await again();
    await owned(null);
    await post('person');
    t.is((await told()).length, 5);
});

test('the history of a candidate says what the software did, and what it did not', async (t) => {
    const { testApp, council, id, post } = await withCandidate(t);
    const history = async () => {
        const { body } = await ask(testApp.server, { url: `/screens/${id}`, headers: council.headers });
        return body.slice(body.indexOf('<summary>History')) as string;
    };
    await post('person');
    const asked = await history();
    t.regex(asked, /Would rather be asked by a person/);
    t.notRegex(asked, /Read by the software|Handed in/);
    const { verdict: given } = (await findScreen(testApp.store.read, id)) ?? {};
    if (!given) throw new Error('no verdict');
    const { fault, ...whole } = given;
    t.is(fault, 'person_asked');
    const as = async (verdict: Verdict) => {
        await testApp.store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { verdict }));
        return history();
    };
    t.regex(await as({ ...whole, fault: 'evaluator_unavailable' }), /could not be read by the software/i);
    t.regex(await as({ ...whole, fault: 'consent_changed' }), /agreed to other readers/);
    t.regex(await as(whole), /Handed in.*Read by the software/s);
});

test('no software reads what they wrote, not later either', async (t) => {
    const { testApp, council, id, post } = await withCandidate(t);
    await post('start', consent);
    const agreed = (await findScreen(testApp.store.read, id))?.consentNotice?.text ?? '';
    await post('person');
    const again = await council.send('POST', `/screens/${id}/judge-again`);
    t.is(again.statusCode, 409);
    const screen = await findScreen(testApp.store.read, id);
    t.true(
        agreed !== '' && screen?.consentNotice?.text.startsWith(`${agreed}\nNo software reads`),
        'and what they had agreed to is kept'
    );
    if (screen)
        for (const readers of [readersOf('evidence', undefined), readersOf('model', 'A')])
            t.false(agreedTo(screen, readers));
});

test('a person can be asked for before the start, and not once it is over', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    t.is((await post('person')).statusCode, 303);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    const other = await withCandidate(t);
    other.testApp.pass(15 * 24 * 60 * 60_000);
    t.is((await other.post('person')).statusCode, 409);
    t.is((await other.page('?person')).statusCode, 410);
    t.is((await page('?person')).statusCode, 200);
});
