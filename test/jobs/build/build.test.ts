import test from 'ava';
import { compilePrompt } from '../../../db/sages/prompts.ts';
import { buildSteps } from '../../../jobs/build/steps/index.ts';
import type { Fixtures } from '../../../jobs/build/fixtures/fixtures.ts';
import { runCase } from '../../../jobs/build/run-case.ts';
import { evidence } from '../../support/fixtures/answers.ts';
import {
    build,
    criterion,
    debugging,
    never,
    paid,
    redGates,
    snapshotOf,
    teamwork
} from '../../support/fixtures/builds.ts';
import { motivation } from '../../support/fixtures/sages.ts';

const engineer = snapshotOf([debugging, teamwork]);

test('a sane sage is built green, without a warning, and its release names all that proved it', async (t) => {
    const built = await build(engineer);
    t.is(built.failed, undefined);
    t.deepEqual(
        Object.values(built.reports).flatMap(({ gates }) => gates.filter(({ passed }) => !passed)),
        []
    );
    t.deepEqual(
        Object.values(built.reports).flatMap(({ failures }) => failures),
        []
    );
    t.like(built.frozen.release, {
        prompt_sha256: compilePrompt({ ...engineer, evaluatorRole: engineer.sage.evaluatorRole }).sha256,
        fixtures_sha256: (built.frozen.fixtures as Fixtures).sha256,
        evaluator: { name: 'evidence', version: '4' },
        threshold: 70,
        results: { id: 'r', version: 2 },
        contexts: [{ id: 'c', version: 3 }]
    });
});

test('the test screen of a build has the test answers that the author wrote, and is judged like any other', async (t) => {
    const written = { kind: 'plain', level: 'partial', text: 'I read the logs first.', reason: '' } as const;
    const { frozen } = await build(snapshotOf([{ ...debugging, test_answers: [written] }, teamwork]));
    t.like(frozen.test_screen, {
        answers: { debugging: written.text, teamwork: '' },
        verdict: { recommendation: 'needs_review' }
    });
});

for (const indicators of [
    ['writes a report', 'rings the doctor', 'sits with the patient', 'eats with the team'], // wrote, rang, sat, ate
    ['motivates the team', 'fair roster', 'reliable handover', 'works hard at peaks'],
    ['old and new side by side', 'offers two ways', 'small steps', 'brings towels']
]) {
    test(`other forms of words in neutral sentences do not fail a build: ${indicators.join(', ')}`, async (t) => {
        const built = await build(snapshotOf([criterion('own', indicators)]));
        t.deepEqual(redGates(built), []);
    });
}

test('the same sage is built to the same fixtures and the same reports', async (t) => {
    const [one, other] = [await build(engineer, evidence), await build(engineer, evidence)];
    t.deepEqual(one.frozen, other.frozen);
    t.deepEqual({ ...one.reports, starting: null }, { ...other.reports, starting: null });
});

test('one frozen case can be judged again alone', async (t) => {
    const { frozen } = await build(engineer);
    const by = { snapshot: engineer, frozen, evaluator: evidence };
    const run = await runCase({ ...by, caseId: 'debugging/strong/1' });
    t.deepEqual(run?.expected, { debugging: 'strong' });
    t.true((run?.came.debugging?.evidence ?? []).length > 0);
    t.is(await runCase({ ...by, caseId: 'no/such/case' }), undefined);
});

test('flattery that repeats the indicators fails the build only in test_ri', async (t) => {
    const built = await build(snapshotOf(motivation.criteria));
    t.is(built.failed, 'test_ri');
    t.deepEqual(
        redGates(built).map(({ id }) => id),
        ['ri.attack']
    );
    t.true(built.reports.test_ri?.failures.every(({ case_id }) => case_id.endsWith('/flattery')));
    t.true(
        built.reports.test_ri?.failures.some(
            ({ expected, remedy }) => expected === 'nothing found' && remedy?.includes('prove nothing')
        )
    );
    t.is(built.frozen.release, undefined);
});

for (const [role, indicators, words] of [
    [
        'a midwife',
        ['asks the pregnant woman what she wants', 'listens to the heartbeat', 'normal for her age'],
        3
    ],
    ['a special needs assistant', ['stays calm', 'offers a quiet corner', 'normal for his age'], 1]
] as const) {
    test(`a rubric of ${role} asks a question that its author can answer`, async (t) => {
        const snapshot = snapshotOf([criterion('care', [...indicators])]);
        const asked = redGates(await build(snapshot));
        t.deepEqual(
            asked.map(({ id }) => id),
            ['rubric.protected']
        );
        const named = Array.from(
            asked[0]?.measured.matchAll(/contain "(.+?)"/g) ?? [],
            ([, word = '']) => word
        );
        t.is(named.length, words);
        const confirmedWords = named.map((word) => ({ word, reason: 'It is about the work.', by: 1, at: 0 }));
        const answered = await build({ ...snapshot, sage: { ...snapshot.sage, confirmedWords } });
        t.deepEqual(redGates(answered), []);
    });
}

test('a build stops when its budget is used up', async (t) => {
    const { frozen } = await build(engineer);
    const signal = AbortSignal.abort(new Error('the budget is used up'));
    const input = {
        snapshot: engineer,
        frozen,
        evaluator: evidence,
        hold: paid,
        signal,
        now: () => 0,
        progress: () => undefined
    };
    await t.throwsAsync(buildSteps.test_shu(input), { message: 'the budget is used up' });
});

test('a step never reports more cases than it planned, and ends at its plan', async (t) => {
    const { frozen } = await build(engineer);
    const by = { snapshot: engineer, evaluator: evidence, hold: paid };
    for (const step of [buildSteps.test_shu, buildSteps.test_ha, buildSteps.test_ri]) {
        const seen: [number, number][] = [];
        const progress = (run: number, planned: number) => void seen.push([run, planned]);
        await step({ ...by, frozen, signal: never(), now: () => 0, progress });
        t.true(seen.length > 0);
        t.true(seen.every(([run, planned]) => run <= planned));
        t.is(seen.at(-1)?.[0], seen.at(-1)?.[1]);
    }
});
