// The test plan of an evaluator with levels, in two rounds that are evaluated whole: the first alone covers every criterion and level,
// and every row but those of the second.
import { type Grade, grades } from '../../../db/judgement/licence/agreement.ts';
import { type Edit, type EditKind, editKinds, levelsOf } from '../fixtures/edits.ts';

/** The numbers of the parts that cases are built from, and the edits of each kind. */
export interface Sizes extends Record<EditKind, readonly Pick<Edit, 'round'>[]> {
    criteria: number;
    /** The places of the criteria that have such answers. */
    twins: readonly number[];
    negatives: readonly number[];
}

export interface Planned {
    kind: 'levelled' | 'twin' | 'negative' | EditKind;
    round: number;
    /** The place of the criterion. */
    criterion: number;
    level: Grade;
    /** Which answer of this kind, or which row of its table. */
    row: number;
}

/** As many examples of a level has a criterion. */
const allRounds = 2;
/** Fewer are too few to assess an evaluator. */
const fewestAside = 6;

/** In how many rounds each row of a kind is tried that has no round of its own, so many criteria further each time. */
const turns: Readonly<Record<EditKind, { rounds: number; step: number }>> = {
    identity: { rounds: 2, step: 7 },
    shape: { rounds: 2, step: 5 },
    attack: { rounds: 2, step: 11 },
    harmless: { rounds: 1, step: 0 }
};

export const planRounds = (sizes: Sizes) =>
    Array.from({ length: allRounds }, (_, round): Planned[] => [
        ...examplesIn(round, sizes.criteria),
        ...(round === 0 ? asideOf(sizes) : []),
        ...editKinds.flatMap((kind) => editsIn(round, kind, sizes))
    ]);

const range = (length: number) => Array.from({ length }, (_, place) => place);
const inTurn = (levels: readonly Grade[], place: number) => levels[place % levels.length] ?? 'absent';

const examplesIn = (round: number, criteria: number) =>
    grades.flatMap((_, turn) =>
        range(criteria).map((criterion): Planned => {
            const level = inTurn(grades, criterion + turn);
            return { kind: 'levelled', round, criterion, level, row: round };
        })
    );

function asideOf({ twins, negatives }: Sizes): Planned[] {
    const each = (kind: 'twin' | 'negative', places: readonly number[], level: Grade) =>
        range(places.length > 0 ? Math.max(fewestAside, places.length) : 0).map((nth): Planned => {
            const criterion = places[nth % places.length] ?? 0;
            return { kind, round: 0, criterion, level, row: Math.floor(nth / places.length) };
        });
    return [
        ...each('twin', twins, 'strong'),
        ...each('twin', twins, 'absent'),
        ...each('negative', negatives, 'absent')
    ];
}

function editsIn(round: number, kind: EditKind, sizes: Sizes): Planned[] {
    const { rounds, step } = turns[kind];
    return sizes[kind].flatMap((edit, row) => {
        if (edit.round === undefined ? round >= rounds : edit.round !== round) return [];
        const criterion = (row + step * round) % sizes.criteria;
        return [{ kind, round, criterion, level: inTurn(levelsOf[kind], row + round), row }];
    });
}

/** How many whole rounds fit; the first one always runs. */
export function roundsThatFit(rounds: readonly Planned[][], fit: (planned: Planned[]) => boolean) {
    const over = rounds.findIndex((_, last) => last > 0 && !fit(rounds.slice(0, last + 1).flat()));
    return over < 0 ? rounds.length : over;
}
