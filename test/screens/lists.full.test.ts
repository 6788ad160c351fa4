// The longest list is invited in turns: others do not wait for all of it.
import test from 'ava';
import { withActiveSage } from '../support/fixtures/council.ts';
import { longestWait } from '../support/runs/stretches.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test.serial('500 candidates are invited in turns of a few milliseconds', async (t) => {
    const testApp = await createTestApp(t, { credits: 2000 });
    const { council, sage } = await withActiveSage(testApp);
    const invite = async (key: string) => {
        const candidates = Array.from({ length: 500 }, (_, n) => ({
            name: `Candidate ${n}`,
            email: `${key}-${n}@example.test`
        }));
        const body = { sage_id: sage.id, candidates, key: key.repeat(32) };
        t.is((await council.send('POST', '/screens/invitations', body)).statusCode, 201);
    };
    await invite('a'); // the code is compiled by then
    const longest = await longestWait(() => invite('b'));
    t.true(longest < 60, `${longest} ms`);
});
