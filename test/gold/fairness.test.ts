// Before a licence, and after it: it must not matter to a judge who writes an answer, and how.
import test from 'ava';
import { findLicence } from '../../db/judgement/licence.ts';
import type { Grade } from '../../db/judgement/licence/agreement.ts';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import {
    type Fairness,
    fairnessOf,
    licenceFairness,
    startOf,
    unfair
} from '../../db/judgement/licence/changes.ts';
import { listJobs } from '../../db/support/listing.ts';
import { day } from '../../db/store/time.ts';
import { fairnessEdits } from '../../jobs/build/fixtures/edits.ts';
import { stopLicence } from '../../db/judgement/licence/settling.ts';
import { answers, judgeThat } from '../support/fixtures/licence.ts';
import { untried } from '../support/fixtures/trials.ts';

const triedIn = (state: Fairness | undefined) =>
    Object.values(state?.edits ?? {})
        .flatMap(({ levels }) => Object.values(levels))
        .flatMap(({ shifts }) => Object.keys(shifts)).length;

const thatFails = (judge: ReturnType<typeof judgeThat>, fails: (text: string) => boolean) => ({
    ...judge,
    find: async (...asked: Parameters<typeof judge.find>) => {
        if (fails(Object.values(asked[0].answers)[0] ?? '')) throw new Error('away');
        return judge.find(...asked);
    }
});

const lower: Record<Grade, Grade> = { strong: 'partial', partial: 'absent', absent: 'absent' };
const lift: Record<Grade, Grade> = { absent: 'partial', partial: 'strong', strong: 'strong' };

test('a judge that ignores the author gets recommendations after nightly checks of 500 calls each', async (t) => {
    const { nightlyChecks, nightlyCheck, licensed, agreement } = await untried(t);
    const judge = judgeThat((_text, level) => level);
    await nightlyCheck(judge);
    t.false(await licensed());
    t.regex(
        (await agreement()).licence.next,
        /nightly tests check whether the author or the form of an answer affects its level/
    );
    const calls = await nightlyChecks(judge);
    t.true(Math.max(...calls) <= 505 && calls.length > 1, String(calls));
    t.false(await licensed(), 'no analysis was made yet');
    await nightlyCheck(judge);
    t.true(await licensed());
    const { changes } = await agreement();
    t.is(changes.length, fairnessEdits('en').length);
    const scarf = changes.find(({ says }: { says: string }) => says.includes('wheelchair'));
    t.like(scarf, { pairs: 60, lowered: 0, lifted: 0, result: 'no_matter' });
});

for (const [what, judge, culprit] of [
    ['lowers a headscarf', (text, level) => (/headscarf/.test(text) ? lower[level] : level), /headscarf/],
    [
        'lowers small letters',
        (text, level) => (text.startsWith('answer') ? lower[level] : level),
        /^With small letters/
    ],
    [
        'lowers what has no article',
        (text, level) => (/ in yard/.test(text) ? lower[level] : level),
        /^With missing articles/
    ],
    [
        'takes headings for strong',
        (text, level) => (/^##/m.test(text) ? lift[level] : level),
        /^With headings/
    ],
    ['obeys orders', (text, level) => (/strong/.test(text) ? 'strong' : level), /^With an order/]
] as const satisfies [string, Parameters<typeof judgeThat>[0], RegExp][])
    test(`a judge that ${what} is refused, and the page names the reason`, async (t) => {
        const { nightlyChecks, nightlyCheck, licensed, agreement } = await untried(t);
        const planted = judgeThat(judge);
        await nightlyChecks(planted);
        await nightlyCheck(planted);
        t.false(await licensed());
        const { licence, changes } = await agreement();
        t.regex(licence.reasons[0], culprit);
        t.regex(licence.reasons[0], /This change must not affect the level\.$/);
        t.deepEqual(
            changes.filter(({ result }: { result: string }) => result === 'matters').length,
            licence.reasons.length
        );
        const asked = planted.asked.length;
        await nightlyCheck(planted);
        t.is(planted.asked.length, asked, 'it is not tried again');
    });

test('a judge that any sentence lowers is not refused for sentences about people', async (t) => {
    const { nightlyChecks, agreement } = await untried(t);
    await nightlyChecks(judgeThat((text, level) => (/^\W*\w+\W* \d+:/.test(text) ? level : lower[level])));
    const { changes } = await agreement();
    const scarf = changes.find(({ says }: { says: string }) => says.includes('headscarf'));
    t.like(scarf, { lowered: 0, result: 'no_matter' });
});

test('a language without sentences is not shown, and refuses recommendations after 90 days', async (t) => {
    const { nightlyChecks, nightlyCheck, licensed, agreement, testApp, runId } = await untried(t, 'fr');
    const judge = judgeThat((_text, level) => level);
    await nightlyChecks(judge);
    await nightlyCheck(judge);
    t.true(await licensed());
    const { changes } = await agreement();
    t.like(
        changes.find(({ pairs }: { pairs: number }) => pairs === 0),
        {
            says: 'sentences about the writer in French (none available)',
            result: 'not_shown'
        }
    );
    testApp.pass(89 * day);
    await nightlyCheck(judge);
    t.true(await licensed());
    testApp.pass(2 * day);
    await nightlyCheck(judge);
    t.false(await licensed());
    const reasons = (await findLicence(testApp.store.read, runId))?.reasons;
    t.regex(reasons?.[0] ?? '', /After 90 days, .* in French/);
});

test('a nightly check that ends with a failing model keeps its results, and the next one continues', async (t) => {
    const { nightlyCheck, testApp, runId } = await untried(t);
    const judge = judgeThat((_text, level) => level);
    await nightlyCheck(thatFails(judge, () => judge.asked.length >= 100));
    const state = await fairnessOf(testApp.store.read, runId);
    t.true(state?.goesOn);
    t.true(triedIn(state) >= 40, String(triedIn(state)));
    const jobs = async () =>
        (await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 })).total;
    const before = await jobs();
    testApp.pass(day + 1);
    await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    t.is(await jobs(), before + 1);
    await t.throwsAsync(
        nightlyCheck(thatFails(judge, () => true)),
        { message: 'away' },
        'and a check of nothing fails'
    );
});

test('an answer that always fails is left out after three checks, and the trial ends', async (t) => {
    const { nightlyChecks, nightlyCheck, licensed, testApp, runId } = await untried(t);
    const judge = judgeThat((_text, level) => level);
    const calls = await nightlyChecks(thatFails(judge, (text) => /wheelchair.* 2:/.test(text)));
    t.true(calls.length < 12);
    const state = await fairnessOf(testApp.store.read, runId);
    t.is(state?.goesOn, false);
    t.deepEqual(Object.values(state?.failed ?? {}), [3]);
    await nightlyCheck(judge);
    t.true(await licensed());
});

test('a judge licensed by an older version is tried nightly, and can lose recommendations', async (t) => {
    const { nightlyChecks, nightlyCheck, licensed, testApp, runId } = await untried(t);
    const fair = judgeThat((_text, level) => level);
    await nightlyChecks(fair);
    await nightlyCheck(fair);
    t.true(await licensed());
    testApp.pass(100 * day);
    await testApp.store.write((tx) => tx.delete(licenceFairness));
    const asked = fair.asked.length;
    await nightlyCheck(fair);
    await nightlyCheck(fair);
    t.true(fair.asked.length > asked + 500);
    t.true(await licensed(), 'the 90 days begin with the first trial');
    await testApp.store.write((tx) => tx.delete(licenceFairness));
    const planted = judgeThat((text, level) => (/wheelchair/.test(text) ? lower[level] : level));
    for (let at = 0; at < 12 && (await licensed()); at += 1) await nightlyCheck(planted);
    t.false(await licensed());
    const licence = await findLicence(testApp.store.read, runId);
    t.regex(licence?.firstLine ?? '', /wheelchair/);
});

test('a stopped judge is tried again before it is licensed again', async (t) => {
    const { nightlyChecks, nightlyCheck, licensed, testApp, runId, label } = await untried(t);
    const fair = judgeThat((_text, level) => level);
    await nightlyChecks(fair);
    await nightlyCheck(fair);
    const current = await findLicence(testApp.store.read, runId);
    if (!current?.licensed) return t.fail();
    await testApp.store.write((tx) =>
        stopLicence(tx, current, { why: 'It has changed.', at: testApp.now() })
    );
    await label(answers(280).slice(120));
    const planted = judgeThat((text, level) => (/wheelchair/.test(text) ? lower[level] : level));
    await nightlyChecks(planted);
    await nightlyCheck(planted);
    t.false(await licensed());
    t.regex((await findLicence(testApp.store.read, runId))?.firstLine ?? '', /wheelchair/);
});

test('a rebuild of the same judge is not tried again, unless another judge had failed the check', async (t) => {
    const { nightlyChecks, nightlyCheck, release, check, sage, testApp, runId } = await untried(t);
    const { read } = testApp.store;
    const planted = judgeThat((text, level) => (/wheelchair/.test(text) ? lower[level] : level));
    await nightlyChecks(planted);
    await nightlyCheck(planted);
    const next = await release('model', { isTried: false });
    const asked = planted.asked.length;
    await check(planted, { of: next });
    t.is(planted.asked.length, asked);
    t.regex((await findLicence(read, next))?.firstLine ?? '', /wheelchair/);
    const begun = { judge: 'another', at: testApp.now() + day };
    const other = await startOf(read, { runId: 'another', sageId: sage.id }, begun);
    t.is(other.since, (await fairnessOf(read, runId))?.since ?? 0);
    t.deepEqual(
        Object.values(other.edits).map(({ says, mattered, levels }) => ({ says, mattered, levels })),
        [{ says: '"I use a wheelchair."', mattered: true, levels: {} }]
    );
    t.regex(unfair(other, begun.at)[0] ?? '', /affected the level in an earlier release .* wheelchair/);
});
