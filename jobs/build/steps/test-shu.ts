import type { Level } from '../../../db/sages/verdicts.ts';
import { casesOf, counted, failure, type Judged, judgeCases, levelOf } from '../fixtures/cases.ts';
import { type Check, gate, outcomeOf, shareOf } from '../checks.ts';
import { isLabelled } from '../fixtures/fixtures.ts';
import { rankOf, type Rating, weightedKappa } from '../kappa.ts';
import type { BuildStep } from './step.ts';

/** Follow the form: does the evaluator tell the levels apart on the plainest cases? */
export const testShu: BuildStep = async (input) => {
    const cases = casesOf(input.frozen).filter((fixture) => isLabelled(fixture) || fixture.kind === 'empty');
    const judged = await judgeCases(counted(input, cases.length), cases);
    const labelled = judged.filter(({ fixture }) => isLabelled(fixture));
    const checks = [
        valid(judged),
        order(labelled),
        empty(judged.filter(({ fixture }) => fixture.kind === 'empty'))
    ];
    const kappa = weightedKappa(ratingsOf(labelled));
    return outcomeOf(checks, cases.length, [
        `Weighted kappa on the synthetic answers is ${kappa.toFixed(2)}: it shows obedience to the rubric, not validity.`,
        'Gold answers cannot be uploaded yet, so agreement with people was not tested.'
    ]);
};

/** Expected and given level of every criterion that was judged. */
export const ratingsOf = (judged: readonly Judged[]): Rating[] =>
    judged.flatMap((one) =>
        Object.entries(one.fixture.expected).map(([id, expected]) => ({ expected, came: levelOf(one, id) }))
    );

function valid(judged: readonly Judged[]): Check {
    const findings = judged.flatMap((one) => one.verdict.findings.map((finding) => ({ one, finding })));
    const wrong = findings.filter(({ finding }) => finding.level === 'unscored');
    const failures = wrong.map(({ one, finding }) =>
        failure('shu.valid', one, finding.criterion_id, {
            expected: 'a level with a true quote',
            came: `${finding.reason} (${finding.flags.join(', ')})`
        })
    );
    return {
        gate: gate('shu.valid', 'Every verdict is valid and quotes the answer word for word.', {
            passed: wrong.length === 0,
            measured: shareOf(findings.length - wrong.length, findings.length),
            required: '100 %'
        }),
        failures
    };
}

const inOrder = 0.9;

function order(labelled: readonly Judged[]): Check {
    const pairs = labelled.flatMap((better) =>
        labelled
            .filter((worse) => ranked(better) > ranked(worse) && about(better) === about(worse))
            .map((worse) => ({ better, worse }))
    );
    const wrong = pairs.filter(({ better, worse }) => rankOf(came(better)) <= rankOf(came(worse)));
    const misjudged = new Set(wrong.flatMap(({ better, worse }) => [better, worse]));
    return {
        gate: gate('shu.order', 'Strong is above partial, partial above absent.', {
            passed: pairs.length > 0 && pairs.length - wrong.length >= pairs.length * inOrder,
            measured: shareOf(pairs.length - wrong.length, pairs.length),
            required: 'at least 90 % of the pairs'
        }),
        failures: [...misjudged].filter((one) => came(one) !== expected(one)).map(orderFailure)
    };
}

const about = ({ fixture }: Judged) => Object.keys(fixture.answers)[0] ?? '';
const expected = (one: Judged): Level => one.fixture.expected[about(one)] ?? 'absent';
const came = (one: Judged) => levelOf(one, about(one));
const ranked = (one: Judged) => rankOf(expected(one));

const orderFailure = (one: Judged) =>
    failure('shu.order', one, about(one), { expected: expected(one), came: came(one) });

function empty(judged: readonly Judged[]): Check {
    const wrong = judged.filter((one) => came(one) !== 'absent');
    return {
        gate: gate('shu.empty', 'An empty answer is absent.', {
            passed: wrong.length === 0,
            measured: shareOf(judged.length - wrong.length, judged.length),
            required: '100 %'
        }),
        failures: wrong.map((one) =>
            failure('shu.empty', one, about(one), { expected: 'absent', came: came(one) })
        )
    };
}
