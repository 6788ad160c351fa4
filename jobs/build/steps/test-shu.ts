import { givesLevels } from '../../../db/sages/sages.ts';
import type { EvidenceKind, Finding } from '../../../db/sages/verdicts.ts';
import { type Check, gate, outcomeOf, shareOf } from '../checks.ts';
import { criterionOf, findingOf, isBroken } from '../comparing.ts';
import { casesOf, counted, failure, type Judged, judgeCases, levelOf } from '../fixtures/cases.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { isPlain, waysOf } from '../fixtures/remarks.ts';
import { rankOf } from '../ranks.ts';
import { mandatory, spread } from '../sample.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Shu, follow the form: does the evaluator recognise the plainest answers, or at least rank them correctly where it gives levels? */
export const testShu: BuildStep = async (input) => {
    const { name } = input.evaluator;
    const { all, cases } = shuCases(casesOf(input.frozen), name);
    const judged = await judgeCases(counted(input, cases.length), cases);
    return outcomeOf(shuChecks(input, judged), { run: cases.length, planned: all.length }, [
        'This is a self-test: it shows that the machine obeys, never that it is right.'
    ]);
};

/** Returns what there is to follow the form with, and what of it this evaluator judges in the step. */
export function shuCases(fixtures: readonly Fixture[], evaluator: string) {
    const wanted = givesLevels(evaluator) ? 'levelled' : 'planted';
    const all = fixtures.filter(({ kind }) => kind === wanted || kind === 'empty');
    return { all, cases: spread(all, mandatory('shu', evaluator)) };
}

/** The gates on judged cases of this step. */
export function shuChecks(input: StepInput, judged: readonly Judged[]): Check[] {
    const of = (kind: string) => judged.filter(({ fixture }) => fixture.kind === kind);
    const levels = givesLevels(input.evaluator.name)
        ? [order(of('levelled'))]
        : plantedChecks(input, of('planted'));
    return [valid(judged), ...levels, empty(of('empty'))];
}

function valid(judged: readonly Judged[]): Check {
    const findings = judged.flatMap((one) => one.verdict.findings.map((finding) => ({ one, finding })));
    const wrong = findings.filter(({ finding }) => isBroken(finding));
    return {
        gate: gate(
            'shu.valid',
            'Every finding has the form that was asked for and quotes the answer word for word.',
            {
                passed: wrong.length === 0,
                measured: shareOf(findings.length - wrong.length, findings.length),
                required: '100 %'
            }
        ),
        failures: wrong.map(({ one, finding }) =>
            failure('shu.valid', one, finding.criterion_id, {
                expected: 'a finding whose quotes stand in the answer',
                came: `${finding.reason} (${finding.flags.join(', ')})`,
                remedy: 'This is a fault of the evaluator, not of the sage. Try another model, or build with `evidence`.'
            })
        )
    };
}

const mostlyFound = 0.9;

/** What was planted as said must be found; what was planted as anything else must never count as said. */
function plantedChecks(input: StepInput, judged: readonly Judged[]): Check[] {
    const said = judged.filter(({ fixture }) => fixture.planted?.kind === 'said');
    const others = judged.filter(({ fixture }) => fixture.planted?.kind !== 'said');
    const lost = said.filter((one) => !isFound(one));
    const misread = others.filter((one) => kindsFound(one).has('said'));
    if ((input.snapshot.sage.language ?? 'en') !== 'en') return [notRead('shu.found'), notRead('shu.kind')];
    return [
        {
            gate: gate('shu.found', 'What an answer says is found.', {
                passed: said.length - lost.length >= said.length * mostlyFound,
                measured: shareOf(said.length - lost.length, said.length),
                required: 'at least 90 % of the planted passages'
            }),
            failures: lost.map((one) => plantedFailure('shu.found', input, one))
        },
        {
            gate: gate(
                'shu.kind',
                'What is refused, asked, supposed, quoted or told of others never counts as said.',
                {
                    passed: misread.length === 0,
                    measured: `${misread.length} of ${others.length} counted as said`,
                    required: 'none'
                }
            ),
            failures: misread.map((one) => plantedFailure('shu.kind', input, one))
        }
    ];
}

/** The embedded reader knows English only: nothing can be planted for it in another language. */
const notRead = (id: string): Check => ({
    gate: gate(id, 'What an answer says is read.', {
        applies: false,
        passed: true,
        measured: 'this reader knows English only, so people read every answer of this sage',
        required: 'a sage in English'
    }),
    failures: []
});

/** A whole sentence may tell of others by itself: it is enough that it is found. */
function isFound(one: Judged) {
    const kinds = kindsFound(one);
    const isPhrase = waysOf(one.fixture.planted?.indicator ?? '').some(isPlain);
    return isPhrase ? kinds.has('said') : kinds.size > 0;
}

function kindsFound(one: Judged): ReadonlySet<EvidenceKind> {
    const evidence = unflagged(findingOf(one, criterionOf(one)));
    const about = evidence.filter(({ indicator }) => indicator === one.fixture.planted?.indicator);
    return new Set(about.map(({ kind }) => kind));
}

const unflagged = (finding: Finding | undefined) =>
    finding && !finding.flags.includes('keyword_list') ? (finding.evidence ?? []) : [];

function plantedFailure(gateId: string, { snapshot }: StepInput, one: Judged) {
    const id = criterionOf(one);
    const { indicator = '', kind = 'said' } = one.fixture.planted ?? {};
    const criterion = snapshot.criteria.find((other) => other.id === id);
    return failure(gateId, one, id, {
        expected: `"${indicator}" found as ${kind}`,
        came: [...kindsFound(one)].join(', ') || 'not found',
        remedy:
            `In ${id} ("${criterion?.question ?? ''}") the indicator "${indicator}" is not read as it is meant. ` +
            'Say it in two to six plain words, and part several ways of saying it with " | ".'
    });
}

const inOrder = 0.9;

function order(levelled: readonly Judged[]): Check {
    const pairs = levelled.flatMap((better) =>
        levelled
            .filter(
                (worse) =>
                    expectedRank(better) > expectedRank(worse) && criterionOf(better) === criterionOf(worse)
            )
            .map((worse) => ({ better, worse }))
    );
    const wrong = pairs.filter(({ better, worse }) => rankOf(came(better)) <= rankOf(came(worse)));
    const misjudged = [...new Set(wrong.flatMap(({ better, worse }) => [better, worse]))];
    return {
        gate: gate('shu.order', 'Strong is above partial, partial above absent.', {
            passed: pairs.length > 0 && pairs.length - wrong.length >= pairs.length * inOrder,
            measured: shareOf(pairs.length - wrong.length, pairs.length),
            required: 'at least 90 % of the pairs'
        }),
        failures: misjudged.filter((one) => came(one) !== expected(one)).map(orderFailure)
    };
}

const expected = (one: Judged) => one.fixture.expected[criterionOf(one)] ?? 'absent';
const expectedRank = (one: Judged) => rankOf(expected(one));
const came = (one: Judged) => levelOf(one, criterionOf(one));

const orderFailure = (one: Judged) =>
    failure('shu.order', one, criterionOf(one), {
        expected: expected(one),
        came: came(one),
        remedy:
            `The judge does not tell the levels of ${criterionOf(one)} apart. Say in each anchor what can be seen in an ` +
            'answer of that level, or try another model.'
    });

function empty(judged: readonly Judged[]): Check {
    const wrong = judged.filter((one) => came(one) !== 'absent');
    return {
        gate: gate('shu.empty', 'An empty answer is absent.', {
            passed: wrong.length === 0,
            measured: shareOf(judged.length - wrong.length, judged.length),
            required: '100 %'
        }),
        failures: wrong.map((one) =>
            failure('shu.empty', one, criterionOf(one), {
                expected: 'absent',
                came: came(one),
                remedy: 'This is a fault of the evaluator, not of the sage.'
            })
        )
    };
}
