import { inTurns, takingTurns } from '../../evaluation/yielding.ts';
import { gate } from '../checks.ts';
import { type Fixture, hindrances, isLabelled, labelledLevels, makeFixtures } from '../fixtures/fixtures.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Makes and freezes the cases by which the sage is tested. */
export const sageGeneration: BuildStep = async (input) => {
    const { snapshot } = input;
    const fixtures = await makeFixtures(snapshot, input.signal);
    const labelled = fixtures.cases.filter(isLabelled);
    const held = labelled.filter(({ held_out }) => held_out).length;
    input.progress(fixtures.cases.length, fixtures.cases.length);
    return {
        report: {
            gates: [await complete(input, labelled)],
            failures: [],
            cases: { run: fixtures.cases.length, planned: fixtures.cases.length },
            notes: [
                `${labelled.length} labelled answers, all synthetic; ${held} of them are held out from tuning.`,
                `${fixtures.cases.length - labelled.length} variants, identity swaps and attacks.`
            ]
        },
        freeze: { fixtures }
    };
};

async function complete({ snapshot, signal }: StepInput, labelled: readonly Fixture[]) {
    const { criteria } = snapshot;
    const looked = criteria.values().map((criterion) => {
        const hindered = hindrances(criterion);
        return hindered.length > 0 ? hindered : missingLevels(criterion.id, labelled);
    });
    const faults = (await inTurns(looked, takingTurns(signal))).flat();
    return gate('generation.complete', 'Every criterion has a strong, a partial and an absent case.', {
        passed: faults.length === 0,
        measured: faults.length > 0 ? faults.join(' ') : `${criteria.length} criteria with all three levels`,
        required: 'one strong, partial and absent case per criterion, told apart by what they say'
    });
}

/** A level counts only with a text that is not also the example of another level. */
function missingLevels(id: string, labelled: readonly Fixture[]) {
    const textsAt = (level: string) =>
        labelled.filter(({ expected }) => expected[id] === level).map(({ answers }) => answers[id]);
    return labelledLevels
        .filter((level) => {
            const others = labelledLevels.filter((other) => other !== level).flatMap(textsAt);
            return textsAt(level).every((text) => others.includes(text));
        })
        .map((level) => `Criterion ${id} has no ${level} case of its own.`);
}
