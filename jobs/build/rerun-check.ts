import { givesLevels } from '../../db/sages/sages.ts';
import { type Check, gate, shareOf } from './checks.ts';
import { type Counting, failure, type Judged, judgeCases } from './fixtures/cases.ts';

const mostlyIdentical = 0.9;

/** The gate that three judgements of one text are equal: always for the reader, nearly always for a model. */
export async function rerunCheck(input: Counting, first: readonly Judged[]): Promise<Check> {
    const cases = first.map(({ fixture }) => fixture);
    const again = [await judgeCases(input, cases), await judgeCases(input, cases)];
    const changed = first.flatMap((one, index) => {
        const other = again.find((round) => essence(round[index]) !== essence(one))?.[index];
        return other ? [{ one, other }] : [];
    });
    const required = givesLevels(input.evaluator.name) ? mostlyIdentical : 1;
    return {
        gate: gate('ha.rerun', 'The same answer is judged the same again.', {
            passed: first.length - changed.length >= first.length * required,
            measured: `${shareOf(first.length - changed.length, first.length)} in three runs`,
            required: `at least ${required * 100} %`
        }),
        failures: changed.map(({ one, other }) =>
            failure('ha.rerun', one, null, {
                expected: levelsIn(one),
                came: levelsIn(other),
                remedy: 'This is a fault of the evaluator, not of the sage. Try another model.'
            })
        )
    };
}

const essence = (one: Judged | undefined) =>
    JSON.stringify(
        one?.verdict.findings.map(({ criterion_id, level, evidence }) => [criterion_id, level, evidence])
    );

const levelsIn = ({ verdict }: Judged) =>
    verdict.findings.map(({ criterion_id, level }) => `${criterion_id}: ${level}`).join(', ');
