import { type Counting, failure, judgeCase, type Judged, judgeCases, levelOf } from './fixtures/cases.ts';
import { type Check, gate, shareOf } from './checks.ts';

const mostlyIdentical = 0.9;

/** Three judgements of the same text are the same judgement: rules always, a model nearly always. */
export async function rerunCheck(input: Counting, first: readonly Judged[]): Promise<Check> {
    const cases = first.map(({ fixture }) => fixture);
    const again = [await judgeCases(input, cases), await judgeCases(input, cases)];
    const changed = first.flatMap((one, index) => {
        const other = again.find((round) => essence(round[index]) !== essence(one))?.[index];
        return other ? [{ one, other }] : [];
    });
    const required = input.evaluator.name === 'rules' ? 1 : mostlyIdentical;
    return {
        gate: gate('ha.rerun', 'The same answer is judged the same again.', {
            passed: first.length - changed.length >= first.length * required,
            measured: `${shareOf(first.length - changed.length, first.length)} in three runs`,
            required: `at least ${required * 100} %`
        }),
        failures: changed.map(({ one, other }) =>
            failure('ha.rerun', one, null, { expected: levelsIn(one), came: levelsIn(other) })
        )
    };
}

const essence = (one: Judged | undefined) =>
    JSON.stringify(
        one?.verdict.findings.map(({ criterion_id, level, quotes }) => [criterion_id, level, quotes])
    );

const levelsIn = ({ verdict }: Judged) =>
    verdict.findings.map(({ criterion_id, level }) => `${criterion_id}: ${level}`).join(', ');

/** The order of the criteria is no part of the answers. */
export async function reversedCheck(input: Counting, first: readonly Judged[]): Promise<Check> {
    const snapshot = { ...input.snapshot, criteria: input.snapshot.criteria.toReversed() };
    const sets = first.filter(({ fixture }) => fixture.kind === 'set');
    const failures = [];
    for (const one of sets) {
        const turned = {
            fixture: one.fixture,
            verdict: await judgeCase({ ...input, snapshot }, one.fixture)
        };
        input.count();
        const changed = Object.keys(one.fixture.answers).filter(
            (id) => levelOf(one, id) !== levelOf(turned, id)
        );
        failures.push(
            ...changed.map((id) =>
                failure('ha.reversed', turned, id, { expected: levelOf(one, id), came: levelOf(turned, id) })
            )
        );
    }
    return {
        gate: gate('ha.reversed', 'The order of the criteria does not matter.', {
            blocking: false,
            passed: failures.length === 0,
            measured: `${failures.length} levels changed on ${sets.length} screens`,
            required: 'none'
        }),
        failures
    };
}
