// A sage that is active and cannot invite: no page says that it is ready, and each leads to what is missing.
import test from 'ava';
import { setFields } from '../../db/sages/sages.ts';
import { person } from '../support/fixtures/council.ts';
import { withSage } from '../support/people/sage-pages.ts';

const release = { releaseRunId: 'run_1', releaseRevision: 1, builtAt: 1 };
const green = '<span class="badge good">Open</span>';

for (const [what, state, badge, way] of [
    ['was never built', { stepNumber: 4 }, 'Not checked', '<button type="submit">Run the check</button>'],
    ['is in testing', { ...release, stepNumber: 5 }, 'Test review needed', 'Read the test answers</h2>'],
    [
        'was changed since',
        { ...release, stepNumber: 6, revision: 2 },
        'Changed since its last check',
        '<button type="submit">Run the check</button>'
    ]
] as const)
    test(`a sage that ${what} cannot be turned on by page; turned on by its action, it cannot invite`, async (t) => {
        const { testApp, client, browser, path, id } = await withSage(t, 'councilAdmin', state);
        const page = async (at: string) => (await browser.get(at)).body as string;
        const off = await page(path);
        t.notRegex(off, /svc_toggle_sage_status/);
        t.true(off.includes(way), off);
        const { body } = await client.action('svc_toggle_sage_status', { sage_id: id });
        t.like(body.data, { new_status: 'ss_active', cancelled_count: 0 });
        for (const shown of [await page(path), await page('/sages')]) {
            t.false(shown.includes(green));
            t.true(
                shown.includes(`<span class="badge quiet">Open</span> <span class="badge waiting">${badge}`)
            );
        }
        const on = await page(path);
        t.regex(on, /[Yy]ou cannot invite candidates until/);
        t.true(on.includes(way) && on.includes('data-dialog="off"'));
        const invited = await client.send('POST', '/screens', { sage_id: id, candidate: person(1) });
        t.is(invited.statusCode, 409);
        const ready = { ...release, stepNumber: 6, revision: 1 };
        await testApp.store.write((tx) => setFields(tx, id, ready));
        t.true((await page(path)).includes(green));
        await client.action('svc_toggle_sage_status', { sage_id: id });
        t.regex(await page(path), /svc_toggle_sage_status.*<button type="submit">Open it<\/button>/s);
    });

test('the page of a build that passed leads to the testing, and no longer once that is passed', async (t) => {
    const { browser, testApp, path, id } = await withSage(t, 'author', { ...release, stepNumber: 5 });
    const build = async () => (await browser.get(`${path}/build`)).body as string;
    t.true((await build()).includes(`href="${path}">Go to the test review`));
    await testApp.store.write((tx) => setFields(tx, id, { stepNumber: 6 }));
    t.false((await build()).includes('Go to the test review'));
});
