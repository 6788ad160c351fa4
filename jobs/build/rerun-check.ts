import { countCheck } from './checks.ts';
import { type Counting, failure, type Judged, judgeCases } from './fixtures/cases.ts';

/** How often more each is read. */
export const again = 2;

/** The gate that the reader finds the same in one text three times. */
export async function rerunCheck(input: Counting, first: readonly Judged[]) {
    const cases = first.map(({ fixture }) => fixture);
    const rounds: Judged[][] = [];
    for (let round = 0; round < again; round += 1) rounds.push(await judgeCases(input, cases));
    return countCheck('ha.rerun', 'The same answer gets the same result again.', {
        tried: first,
        missed: first.flatMap((one, index) => {
            const other = rounds.find((round) => essence(round[index]) !== essence(one))?.[index];
            return other ? [{ one, other }] : [];
        }),
        tell: ({ one, other }) =>
            failure('ha.rerun', one, null, {
                expected: levelsIn(one),
                came: levelsIn(other),
                remedy: 'The evaluator is the cause, not the sage. Try another model.'
            })
    });
}

const essence = (one: Judged | undefined) =>
    JSON.stringify(
        one?.verdict.findings.map(({ criterion_id, level, evidence }) => [criterion_id, level, evidence])
    );

const levelsIn = ({ verdict }: Judged) =>
    verdict.findings.map(({ criterion_id, level }) => `${criterion_id}: ${level}`).join(', ');
