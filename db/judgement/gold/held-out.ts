// The answers that an improvement is measured on: no prompt contains them, and nothing is derived from them.
import type { Snapshot } from '../../builds/reports.ts';
import { getSage } from '../../sages/sages.ts';
import { readersOf } from '../../screens/consent.ts';
import type { Level } from '../../sages/verdicts.ts';
import type { Reader } from '../../store/index.ts';
import { type Grade, weightedKappa } from '../licence/agreement.ts';
import { readableBy } from '../consented.ts';
import { labelsBySage, textsOf } from './reading.ts';
import { countable, onlyOf } from '../licence/answers.ts';

export interface HeldOut {
    criterionId: string;
    text: string;
    /** The levels of people. */
    level: Grade;
}

/** As many as a step of a build can evaluate twice. */
const mostHeldOut = 40;

interface Asking {
    snapshot: Pick<Snapshot, 'sage' | 'criteria'>;
    /** Who runs the model, if one is set up. */
    operator: string | undefined;
    /** Yields to the event loop, between two parts of the texts. */
    yieldNow: () => Promise<void>;
}

/** Returns held-out answers whose labels count and that this evaluator may read, the first by their digests. */
export async function heldOutAnswers(
    on: Reader,
    { snapshot, operator, yieldNow }: Asking
): Promise<HeldOut[]> {
    const { sage, criteria } = snapshot;
    const row = await getSage(on, sage.id);
    const outlines = onlyOf(criteria, await labelsBySage(on, sage.id)).filter(({ heldOut }) => heldOut);
    const readers = readersOf(sage.evaluator, operator);
    const { readable } = await readableBy(on, row, { answers: outlines, readers, yieldNow });
    const counted = (await countable(on, row, readable)).answers.slice(0, mostHeldOut);
    const ids = counted.map(({ id }) => id);
    const texts = await textsOf(on, ids);
    return counted.map(({ id, criterionId, level }) => ({ criterionId, level, text: texts.get(id) ?? '' }));
}

/** Returns the weighted kappa of these levels with people. An answer without a level counts as wrong as can be. */
export const agreementOn = (answers: readonly HeldOut[], levels: readonly Level[]) =>
    weightedKappa(
        answers.map(({ level: label }, place) => {
            const level = levels[place] ?? 'unscored';
            return { label, judged: level === 'unscored' ? farthest[label] : level };
        })
    );

const farthest = { absent: 'strong', partial: 'absent', strong: 'absent' } as const satisfies Record<
    Grade,
    Grade
>;
