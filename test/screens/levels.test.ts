// People give levels, code does the arithmetic, and the server knows who judged blind.
import test, { type ExecutionContext } from 'ava';
import { isLicensed } from '../../db/judgement/licence.ts';
import { sages } from '../../db/sages/sages.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import type { Client, Person } from '../support/people/roles.ts';
import { levelsOf, license, withJudgedScreen } from '../support/fixtures/judged.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext, env = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withJudgedScreen(testApp);
    const give = (by: Client, levels: object[], id = fixtures.id) =>
        by.send('POST', `/screens/${id}/levels`, { levels });
    const read = async (by: Client, query = '') =>
        (await by.get(`/screens/${fixtures.id}${query}`)).body.data.screen;
    const as = (person: Person) => testApp.as(person);
    return { testApp, ...fixtures, give, read, as };
}

test('with every level from a person the score is computed and compared; before, a person looks', async (t) => {
    const { as, give } = await prepared(t);
    const reviewer = await as('reviewer');
    const first = [{ criterion_id: 'debugging', level: 'strong', reason: 'Names the tool.' }];
    const [partial] = (await give(reviewer, first)).body.data.screen.reviews;
    t.like(partial, { score: null, recommendation: 'needs_review', blind: true, levels: first });
    const whole = (await give(reviewer, [{ criterion_id: 'teamwork', level: 'partial' }])).body.data.screen;
    t.is(whole.reviews.length, 2, 'nobody overwrites a row');
    t.deepEqual(whole.reviews[0], partial);
    t.like(whole.reviews[1], {
        by: { id: reviewer.user.id, display_name: 'reviewer' },
        score: 83.3, // (2 * 100 + 1 * 50) / 3
        recommendation: 'advance'
    });
    const less = (await give(reviewer, levelsOf('absent', 'partial'))).body.data.screen;
    t.like(less.reviews[2], { score: 16.7, recommendation: 'reject' });
});

test('findings are hidden until a person gave every level, and showing them ends blindness', async (t) => {
    const { as, give, read, council } = await prepared(t);
    const [blind, curious] = [await as('reviewer'), await as('author')];
    for (const query of ['', '?show=verdict'] as const) {
        const screen = await read(curious, query);
        t.is(screen.verdict_hidden, query === '');
        t.is('verdict' in screen, query !== '');
    }
    const listed = (await blind.get('/screens')).body.data.items.find(
        ({ kind }: { kind: string }) => kind === 'real'
    );
    t.true(listed.verdict_hidden && !('verdict' in listed));
    await give(blind, levelsOf('strong', 'strong').slice(0, 1));
    t.true((await read(blind)).verdict_hidden, 'the other levels are still to be given');
    const { reviews, verdict } = (await give(blind, levelsOf('strong', 'strong').slice(1))).body.data.screen;
    t.deepEqual(
        reviews.map(({ blind }: { blind: boolean }) => blind),
        [true, true]
    );
    t.is(verdict.findings.length, 2, 'who has judged sees what the evaluator found');
    const seen = (await give(blind, levelsOf('partial', 'strong'))).body.data.screen.reviews;
    t.false(seen.at(-1).blind, 'a change of mind after that is not blind');
    t.false((await give(curious, levelsOf('strong', 'strong'))).body.data.screen.reviews.at(-1).blind);
    t.true((await read(council)).verdict_hidden, 'it is kept back from each user for themselves');
});

test('a client cannot claim that it was blind', async (t) => {
    const { as, id } = await prepared(t);
    const reviewer = await as('reviewer');
    const said = { levels: levelsOf('strong', 'strong'), blind: true };
    t.is((await reviewer.send('POST', `/screens/${id}/levels`, said)).statusCode, 400);
    t.is((await reviewer.get(`/screens/${id}?blind=true`)).statusCode, 400);
});

test('unknown or repeated criteria, invalid levels and no levels are refused and not saved', async (t) => {
    const { as, give, read } = await prepared(t);
    const reviewer = await as('reviewer');
    const [one] = levelsOf('strong', 'strong');
    const wrong = [
        [],
        [{ criterion_id: 'patience', level: 'strong' }],
        [one, { criterion_id: 'patience', level: 'strong' }],
        [one, one],
        [{ criterion_id: 'debugging', level: 'unscored' }],
        [{ criterion_id: 'debugging' }]
    ];
    for (const levels of wrong) t.is((await give(reviewer, levels as object[])).statusCode, 400);
    t.deepEqual((await read(reviewer)).reviews, []);
});

test('only the evaluated screen of a candidate is given levels or decided', async (t) => {
    const { testApp, as, council, give, sage } = await prepared(t);
    const reviewer = await as('reviewer');
    const candidate = { name: 'Later', email: 'later@example.test' };
    const { screen } = (await council.send('POST', '/screens', { sage_id: sage.id, candidate })).body.data;
    const { items } = (await council.get('/screens')).body.data;
    const test = items.find(({ kind }: { kind: string }) => kind === 'test');
    t.false(test.verdict_hidden, "a build's own test screen hides nothing");
    t.truthy(test.verdict);
    for (const id of [screen.id, test.id]) {
        t.is((await give(reviewer, levelsOf('strong', 'strong'), id)).statusCode, 409);
        t.is((await reviewer.send('POST', `/screens/${id}/decide`, { decision: 'hired' })).statusCode, 409);
    }
    t.is((await give(reviewer, levelsOf('strong', 'strong'), crypto.randomUUID())).statusCode, 404);
    t.is((await findScreen(testApp.store.read, screen.id))?.status, 'ss_draft');
});

test('a decision needs no levels; a later one, or one against given levels, needs a note', async (t) => {
    const { as, give, read, council, id, answered } = await prepared(t);
    const reviewer = await as('reviewer');
    const decide = (by: Client, decision: string, note?: string, screen = id) =>
        by.send('POST', `/screens/${screen}/decide`, { decision, ...(note !== undefined && { note }) });
    t.is((await decide(council, 'advanced')).statusCode, 200);
    const refused = await decide(reviewer, 'rejected', ' ');
    t.is(refused.statusCode, 400);
    t.is(refused.headers['x-svc-field'], 'note');
    t.is((await decide(reviewer, 'rejected', 'Has withdrawn.')).statusCode, 200);
    const { decision, decisions } = await read(reviewer);
    t.is(decision, 'rejected');
    t.like(decisions, [
        { decision: 'advanced', note: '', by: { id: council.user.id } },
        { decision: 'rejected', note: 'Has withdrawn.', by: { id: reviewer.user.id } }
    ]);
    const other = await answered();
    await give(reviewer, levelsOf('absent', 'absent'), other);
    t.is((await decide(council, 'hired', '', other)).statusCode, 400);
    t.is((await decide(council, 'hired', 'Known from before.', other)).statusCode, 200);
    const third = await answered();
    await give(reviewer, levelsOf('absent', 'absent').slice(0, 1), third);
    t.is((await decide(council, 'advanced', '', third)).statusCode, 200, 'some levels are no verdict');
});

test('a licensed evaluator is shown immediately, and deciding against it needs only a note', async (t) => {
    const { testApp, council, id, read, as } = await prepared(t);
    const { verdict } = (await findScreen(testApp.store.read, id)) ?? {};
    if (!verdict) throw new Error('the screen has no verdict');
    const advising = { ...verdict, recommendation: 'advance' as const };
    await testApp.store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { verdict: advising }));
    const decide = (note: string) =>
        council.send('POST', `/screens/${id}/decide`, { decision: 'rejected', note });
    const runId = await license(testApp, id);
    t.true(await isLicensed(testApp.store.read, runId));
    t.like(await read(await as('reviewer')), { verdict_hidden: false, verdict: advising });
    const refused = await decide('');
    t.deepEqual([refused.statusCode, refused.headers['x-svc-field']], [400, 'note']);
    t.regex(refused.body.data.message, /^This differs from the score/);
    t.deepEqual((await read(council)).decisions, []);
    t.is((await decide('Has withdrawn.')).statusCode, 200);
    t.regex((await decide('')).body.data.message, /^There is already a decision/);
    t.like((await read(council)).decisions, [{ decision: 'rejected', note: 'Has withdrawn.' }]);
});

for (const fault of [undefined, 'evaluator_unavailable', 'consent_changed'] as const)
    test(`a reviewer sees the levels, reasons and notes of others only after giving levels: ${fault ?? 'with findings'}`, async (t) => {
        const { testApp, as, give, read, council, id } = await prepared(t);
        const verdict = (await findScreen(testApp.store.read, id))?.verdict;
        if (!verdict) throw new Error('the screen has no verdict');
        if (fault)
            await testApp.store.write((tx) =>
                moveScreen(tx, id, ['ss_evaluated'], { verdict: { ...verdict, findings: [], fault } })
            );
        await read(council, '?show=verdict');
        await give(council, [
            { criterion_id: 'debugging', level: 'strong', reason: 'The software says so.' }
        ]);
        await council.send('POST', `/screens/${id}/decide`, {
            decision: 'advanced',
            note: 'As it was found.'
        });
        const [reviewer, curious] = [await as('reviewer'), await as('author')];
        const screen = await read(reviewer);
        t.like(screen, { verdict_hidden: !fault, reviews: [], decision: 'advanced', decision_note: null });
        t.is(screen.decisions[0].note, '');
        t.false(JSON.stringify(screen).includes('The software says so.'));
        await give(reviewer, levelsOf('partial', 'absent'));
        const after = await read(reviewer);
        t.is(after.reviews.length, 2);
        t.is(after.decision_note, 'As it was found.');
        t.is((await read(curious)).reviews.length, 0);
        t.is((await read(curious, '?show=verdict')).reviews.length, 2);
        for (const [one, blind] of [
            [reviewer, true],
            [curious, false]
        ] as const) {
            const { reviews } = (await give(one, levelsOf('strong', 'strong'))).body.data.screen;
            const ofOne = reviews.filter(({ by }: { by: { id: number } }) => by.id === one.user.id);
            t.is(ofOne[0].blind, blind);
            if (blind) t.false(ofOne.at(-1).blind, 'those of others were seen before this one');
        }
    });

test('who may only review is told a number for the name and no address, until every level is given', async (t) => {
    const { testApp, give, read, as, council, sage, id } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const reviewer = await as('reviewer');
    await testApp.store.write((tx) => tx.update(sages).set({ reviewers: [reviewer.user.id] }));
    const { candidate } = await read(council);
    const { items } = (await reviewer.get(`/screens?sage_id=${sage.id}`)).body.data;
    const listed = items.find((one: { id: string }) => one.id === id).candidate;
    t.regex(listed.name, /^Candidate \d+$/);
    t.is(listed.email, '');
    t.deepEqual((await read(reviewer)).candidate, listed);
    t.deepEqual((await give(reviewer, levelsOf('partial', 'absent'))).body.data.screen.candidate, candidate);
    t.deepEqual((await read(reviewer)).candidate, candidate);
});
