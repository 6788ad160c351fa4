// What blocks a build is decided once: the editor, the home of the sage, Start and the refusal say the same.
import test, { type ExecutionContext } from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { opened } from '../support/people/sage-pages.ts';

const [debugging] = engineer.criteria;
const young = { ...debugging, indicators: [...(debugging?.indicators ?? []), 'young and hungry'] };
const empty = { name: 'Empty', intro: '', directions: '', output_format: '', recommendation: ' ' };

async function authored(t: ExecutionContext, changes: object) {
    const { testApp, client, browser } = await opened(t);
    const { sage } = (await client.send('POST', '/sages', { ...engineer, ...changes })).body.data;
    const page = async (path: string) => ((await browser.get(path)).body as string).replaceAll('&quot;', '"');
    return {
        testApp,
        client,
        start: () => client.action('svc_start_full_sage_build', { sage_id: sage.id }),
        pages: async () => [
            await page(`/sages/${sage.id}/criteria`),
            await page(`/sages/${sage.id}`),
            await page('/')
        ],
        change: (fields: object) => client.send('PATCH', `/sages/${sage.id}`, fields)
    };
}

for (const [what, wrong, mended, words] of [
    ['a protected word', { criteria: [young] }, { criteria: [debugging] }, 'its indicators contain "young"'],
    [
        'a weight of nought',
        { criteria: [{ ...debugging, weight: 0 }] },
        { criteria: [debugging] },
        'debugging: it has the weight 0. Enter a number above 0'
    ],
    [
        'an empty results template',
        { results: empty },
        { results: engineer.results },
        'The results template is empty. Write it'
    ],
    ['no criterion', { criteria: [] }, { criteria: [debugging] }, 'Add at least one question']
] as const)
    test(`${what} blocks the build on every page and at the start, without costs`, async (t) => {
        const { testApp, start, pages, change } = await authored(t, wrong);
        const before = await account(testApp.store.read);
        for (const page of await pages()) {
            t.regex(
                page,
                what === 'no criterion'
                    ? /Add at least one question|Write your questions/
                    : new RegExp(RegExp.escape(words))
            );
            t.notRegex(page, />Ready to check|submit" ?>Run the check</);
        }
        const refused = await start();
        t.is(refused.statusCode, 409);
        t.is(refused.headers['x-svc-error'], 'wrong_state');
        const inRefusal = what === 'no criterion' ? 'Missing: criteria (at least one criterion)' : words;
        t.true(refused.body.data.message.includes(inRefusal), refused.body.data.message);
        t.deepEqual(await account(testApp.store.read), before, 'nothing is held');
        t.is((await change(mended)).statusCode, 200);
        const [criteria = '', build = '', home = ''] = await pages();
        t.regex(criteria, /<h2>Ready to check<\/h2>/);
        t.regex(build, /submit" ?>Run the check</);
        t.regex(home, /Ready to check\./);
        t.is((await start()).statusCode, 200);
    });
