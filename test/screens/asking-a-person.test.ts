// "I would rather be asked by a person": the questions close, no software reads on, and a person is told.
import test from 'ava';
import { account } from '../../db/credits.ts';
import { readersOf, agreedTo } from '../../db/screens/consent.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { mailsTo } from '../support/council.ts';
import { consent, script, withCandidate } from '../support/visitors.ts';

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
