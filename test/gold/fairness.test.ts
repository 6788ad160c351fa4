// Before a licence, and after it: it must not matter to a judge who writes an answer, and how.
import test, { type ExecutionContext } from 'ava';
import { findLicence, isLicensed } from '../../db/judgement/licence.ts';
import type { Grade } from '../../db/judgement/licence/agreement.ts';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import { fairnessOf, shownBy, storeFairness, unfair } from '../../db/judgement/licence/changes.ts';
import { setFields } from '../../db/sages/sages.ts';
import { listJobs } from '../../db/support/listing.ts';
import { day } from '../../db/store/time.ts';
import { fairnessEdits } from '../../jobs/build/fixtures/edits.ts';
import { answers, judgeThat, withJudge } from '../support/things/licence.ts';
import { createTestApp } from '../support/servers/test-app.ts';

/** A sage with a release whose fairness nobody has tried, and 120 answers that two people labelled. */
async function untried(t: ExecutionContext, language?: string) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp);
    if (language !== undefined)
        await testApp.store.write((tx) => setFields(tx, fixtures.sage.id, { language }));
    const runId = await fixtures.release('model', { isTried: false });
    await fixtures.label(answers(120).map((one) => ({ ...one, text: `${one.text} This was in the yard.` })));
    const licensed = () => isLicensed(testApp.store.read, runId);
    const night = (judge: ReturnType<typeof judgeThat>) => fixtures.check(judge, { of: runId });
    /** Nights until nothing is left to try; returns the calls of each. */
    const nights = async (judge: ReturnType<typeof judgeThat>) => {
        const calls: number[] = [];
        do {
            const before = judge.asked.length;
            await night(judge);
            calls.push(judge.asked.length - before);
        } while ((await fairnessOf(testApp.store.read, runId))?.goesOn && calls.length < 20);
        return calls;
    };
    return { ...fixtures, testApp, runId, licensed, night, nights };
}

const lower: Record<Grade, Grade> = { strong: 'partial', partial: 'absent', absent: 'absent' };
const lift: Record<Grade, Grade> = { absent: 'partial', partial: 'strong', strong: 'strong' };

const shown = (shifts: readonly number[], mayOnlyLift = false) =>
    shownBy({ edits: { it: { says: 'It', mayOnlyLift, shifts: Object.fromEntries(shifts.entries()) } } })[0];
const moved = (pairs: number, lowered: number, by = -1) =>
    Array.from({ length: pairs }, (_, place) => (place < lowered ? by : 0));

test('so many moved pairs matter, so few do not, and too few pairs show neither', (t) => {
    t.like(shown(moved(60, 29)), { pairs: 60, lowered: 29, lifted: 0, result: 'matters' });
    t.is(shown(moved(60, 5))?.result, 'not_shown', 'five of five: p = 0.0625');
    t.is(shown(moved(60, 6))?.result, 'matters', 'six of six: p = 0.03');
    t.is(shown([...moved(60, 6), ...moved(60, 5, 1)])?.result, 'no_matter', 'up as often as down');
    t.is(shown(moved(60, 0))?.result, 'no_matter');
    t.is(shown(moved(14, 0))?.result, 'not_shown');
    t.true((shown(moved(14, 0))?.hidden ?? 0) > 0.1);
    t.is(shown(moved(60, 29), true)?.result, 'no_matter', 'bullets may cost a level');
    t.is(shown(moved(60, 29, 1), true)?.result, 'matters', 'and must not lift one');
    const all = Object.fromEntries(
        Array.from({ length: 24 }, (_, place) => [
            `edit ${place}`,
            {
                says: '',
                mayOnlyLift: false,
                shifts: Object.fromEntries(moved(60, place === 0 ? 6 : 0).entries())
            }
        ])
    );
    t.is(shownBy({ edits: all })[0]?.result, 'not_shown', 'of 24 edits one moves six by chance');
});

test('a judge to whom it does not matter is licensed after the nights that it takes, of 500 calls each', async (t) => {
    const { nights, night, licensed, agreement, testApp, runId } = await untried(t);
    const judge = judgeThat((_text, level) => level);
    await night(judge);
    t.false(await licensed());
    t.regex((await agreement()).licence.next, /at night it is tried whether it matters who writes an answer/);
    const calls = await nights(judge);
    t.true(Math.max(...calls) <= 501 && calls.length > 1, String(calls));
    t.false(await licensed(), 'no look was taken yet');
    await night(judge);
    t.true(await licensed());
    const { changes } = await agreement();
    t.is(changes.length, fairnessEdits('en').length);
    const scarf = changes.find(({ says }: { says: string }) => says.includes('wheelchair'));
    t.like(scarf, { pairs: 60, lowered: 0, lifted: 0, result: 'no_matter' });
    t.deepEqual(
        unfair(shownBy((await fairnessOf(testApp.store.read, runId)) ?? { edits: {} }), { since: 0, at: 0 }),
        []
    );
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
    test(`a judge that ${what} is refused, and the page names it`, async (t) => {
        const { nights, night, licensed, agreement } = await untried(t);
        const planted = judgeThat(judge);
        await nights(planted);
        await night(planted);
        t.false(await licensed());
        const { licence, changes } = await agreement();
        t.regex(licence.reasons[0], culprit);
        t.regex(licence.reasons[0], /That must not matter\.$/);
        t.deepEqual(
            changes.filter(({ result }: { result: string }) => result === 'matters').length,
            licence.reasons.length
        );
        const asked = planted.asked.length;
        await night(planted);
        t.is(planted.asked.length, asked, 'it is not tried again');
    });

test('a judge that any sentence lowers is not refused for those about people', async (t) => {
    const { nights, agreement } = await untried(t);
    await nights(judgeThat((text, level) => (/^Answer|^answer|^[#-]/.test(text) ? level : lower[level])));
    const { changes } = await agreement();
    const scarf = changes.find(({ says }: { says: string }) => says.includes('headscarf'));
    t.like(scarf, { lowered: 0, result: 'no_matter' });
});

test('where nobody wrote sentences in the language of the sage, that is not shown, and refuses after 90 days', async (t) => {
    const { nights, night, licensed, agreement, testApp, runId } = await untried(t, 'fr');
    const judge = judgeThat((_text, level) => level);
    await nights(judge);
    await night(judge);
    t.true(await licensed());
    const { changes } = await agreement();
    t.like(
        changes.find(({ pairs }: { pairs: number }) => pairs === 0),
        {
            says: 'sentences in French, of which there are none',
            result: 'not_shown'
        }
    );
    testApp.pass(89 * day);
    await night(judge);
    t.true(await licensed());
    testApp.pass(2 * day);
    await night(judge);
    t.false(await licensed());
    const reasons = (await findLicence(testApp.store.read, runId))?.reasons;
    t.regex(reasons?.[0] ?? '', /In 90 days .* sentences in French/);
});

test('a night that a failing model ends keeps what was judged, and the next one goes on', async (t) => {
    const { night, testApp, runId } = await untried(t);
    const judge = judgeThat((_text, level) => level);
    const failing = {
        ...judge,
        find: async (...asked: Parameters<typeof judge.find>) => {
            if (judge.asked.length >= 100) throw new Error('away');
            return judge.find(...asked);
        }
    };
    await night(failing);
    const state = await fairnessOf(testApp.store.read, runId);
    t.true(state?.goesOn);
    const pairs = Object.values(state?.edits ?? {}).flatMap(({ shifts }) => Object.keys(shifts));
    t.true(pairs.length >= 40, String(pairs.length));
    const before = (await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 })).total;
    testApp.pass(day + 1);
    await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    t.is(
        (await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 })).total,
        before + 1
    );
});

test('a licensed judge of earlier versions is tried at night, and loses its licence for what that shows', async (t) => {
    const { nights, night, licensed, testApp, runId, agreement } = await untried(t);
    const fair = judgeThat((_text, level) => level);
    await nights(fair);
    await night(fair);
    t.true(await licensed());
    await testApp.store.write((tx) => storeFairness(tx, runId, { controls: {}, edits: {}, goesOn: false }));
    const planted = judgeThat((text, level) => (/wheelchair/.test(text) ? lower[level] : level));
    for (let at = 0; at < 12 && (await licensed()); at += 1) await night(planted);
    t.false(await licensed());
    t.regex((await agreement()).licence.first_line, /wheelchair/);
});
