// A judge to whom it does not matter who writes an answer, without the nights that show it.
import { type Fairness, storeFairness } from '../../../db/judgement/licence/changes.ts';
import type { Tx } from '../../../db/store/index.ts';
import { fairnessEdits } from '../../../jobs/build/fixtures/edits.ts';

/** As the nights leave a judge to whom nothing matters. */
const allFair: Fairness = {
    controls: {},
    goesOn: false,
    edits: Object.fromEntries(
        fairnessEdits('en').map(({ id, says }) => {
            const shifts = Object.fromEntries(Array.from({ length: 60 }, (_, answer) => [`-${answer}`, 0]));
            return [id, { says, mayOnlyLift: false, shifts }];
        })
    )
};

/** Stores for a release what the nights find of such a judge. */
export const findFair = (tx: Tx, runId: string) => storeFairness(tx, runId, allFair);
