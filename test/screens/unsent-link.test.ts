// A candidate whose invitation was not sent does not look invited.
import test from 'ava';
import { openMailServer } from '../doubles/mail-server.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const later = '550 5.4.5 Daily user sending limit exceeded.';
const never = '550 5.6.0 Message rejected';

for (const [answer, state] of [
    [later, 'Email waits'],
    [never, 'Email failed'],
    [undefined, 'Invited']
] as const)
    test(`lists and the page of a candidate say what became of the email with the link: ${state}`, async (t) => {
        let refuses = false;
        const { env, close } = await openMailServer({ refusal: () => (refuses ? answer : undefined) });
        t.teardown(close);
        const testApp = await createTestApp(t, { env, credits: 20 });
        const fixtures = await withActiveSage(testApp);
        const before = await invited(testApp, fixtures, 1);
        await testApp.drain();
        refuses = true;
        const { id } = await invited(testApp, fixtures, 2);
        const lookAt = async (page: string) => pageOf((await browser.get(page)).body);
        const { browser } = await browserOf(testApp, 'councilAdmin');
        t.false((await lookAt(`/screens/${id}`)).text.includes('Email waits'), 'not tried yet');
        await testApp.runOne();
        const rows = (await lookAt('/screens?q=candidate&sort=name')).rows(/^Candidates/);
        t.deepEqual(
            rows.map((row) => row['State']),
            ['Invited', state]
        );
        const home = (await lookAt(`/sages/${fixtures.sage.id}`)).rows(/^Candidates/);
        t.deepEqual(home.map((row) => row['State']).toSorted(), ['Invited', state].toSorted());
        t.true((await lookAt('/screens?state=invited')).text.includes(state));
        const page = await lookAt(`/screens/${id}`);
        t.true(page.text.includes(state));
        t.false(page.text.includes('responded'), 'only support staff read the words of the server');
        t.true((await lookAt(`/screens/${before.id}`)).text.includes('Invited'));

        const { browser: admin } = await browserOf(testApp, 'administrator');
        const shown = pageOf((await admin.get(`/screens/${id}`)).body);
        t.is(shown.text.includes(`responded: ${answer}`), answer !== undefined);
        t.is(shown.link('Open the email') !== undefined, answer !== undefined);

        if (answer === undefined) return;
        testApp.pass(25 * 3_600_000);
        await fixtures.council.send('POST', `/screens/${before.id}/remind`);
        await testApp.runOne();
        t.true(
            (await lookAt(`/screens/${before.id}`)).text.includes('Invited'),
            'the link has arrived before'
        );
        refuses = false; // a reminder brings the link
        await fixtures.council.send('POST', `/screens/${id}/remind`);
        await testApp.drain();
        t.true((await lookAt(`/screens/${id}`)).text.includes('Invited'));
        t.false((await lookAt(`/screens/${id}`)).text.includes(state));
    });
