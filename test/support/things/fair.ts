// A judge that ignores the author of an answer, without the nights that show it.
import { type Fairness, storeFairness } from '../../../db/judgement/licence/changes.ts';
import type { Tx } from '../../../db/store/index.ts';
import { fairnessEdits, mayOnlyLift } from '../../../jobs/build/fixtures/edits.ts';

const pairs = {
    shifts: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`-${at}`, 0])),
    untouched: 0
};

/** As the nights leave it. */
const allFair = (since: number): Fairness => ({
    judge: 'any',
    since,
    failed: {},
    goesOn: false,
    edits: Object.fromEntries(
        fairnessEdits('en').map((edit) => {
            const [isSentence, lifts] = [edit.place !== undefined, mayOnlyLift(edit)];
            const levels = lifts ? { partial: pairs, absent: pairs } : { strong: pairs, partial: pairs };
            return [edit.id, { says: edit.says, mayOnlyLift: lifts, isSentence, levels }];
        })
    )
});

/** Stores for a release what the nights find of such a judge. */
export const findFair = (tx: Tx, release: { runId: string; sageId: number }, at: number) =>
    storeFairness(tx, release, allFair(at), at);
