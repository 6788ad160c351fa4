// Templates: a sage that starts from one builds immediately.
import test from 'ava';
import { buildTemplate, redGates } from '../support/fixtures/builds.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('there are ten templates, each a body of POST /sages that is complete', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { items, total } = (await author.get('/sage-templates')).body.data;
    t.is(total, 10);
    t.is(new Set(items.map(({ slug }: { slug: string }) => slug)).size, 10);
    for (const { slug, sage } of items) {
        const made = await author.send('POST', '/sages', sage);
        t.is(made.statusCode, 201, slug);
        t.like(made.body.data.sage, { step_number: 4, evaluator: 'evidence', name: sage.name }, slug);
    }
});

test('the template waiter builds green at the first try', async (t) => {
    t.deepEqual(redGates(await buildTemplate('waiter')), []);
});

test('a word that may name a protected attribute is a question that its author can answer', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const [criterion] = engineer.criteria;
    const criteria = [{ ...criterion, indicators: [...(criterion?.indicators ?? []), 'is pregnant'] }];
    const { sage } = (await author.send('POST', '/sages', { ...engineer, criteria })).body.data;
    const start = () => author.action('svc_start_full_sage_build', { sage_id: sage.id });
    const asked = await start();
    t.is(asked.statusCode, 409);
    t.regex(asked.body.data.message, /"pregnant", which is about family\./);
    const confirmed = { word: 'pregnant', reason: 'The work is with them.' };
    const { body } = await author.send('PATCH', `/sages/${sage.id}`, { confirmed_words: [confirmed] });
    t.like(body.data.sage.confirmed_words, [{ ...confirmed, by: sage.owner_id }]);
    t.is((await start()).statusCode, 200);
});
