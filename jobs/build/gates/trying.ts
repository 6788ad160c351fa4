// The plan of a sage, and the calls of a case: one, and two more where it misses.
import type { Snapshot } from '../../../db/builds/reports.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import { criterionOf, findingOf } from '../comparing.ts';
import { casesOf, type Counting, type Judged, judgeCases } from '../fixtures/cases.ts';
import { editsIn } from '../fixtures/edits.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import type { Frozen } from '../steps/step.ts';
import { type Planned, planRounds } from './plan.ts';

export function planOf({ criteria, sage }: Snapshot) {
    const twins = hasFullSet(criteria) ? [...criteria.keys()] : [];
    return planRounds({
        criteria: criteria.length,
        twins,
        negatives: twins.filter((place) => criteria[place]?.negative_indicators.length),
        ...editsIn(sage.language ?? 'en')
    });
}

/** The unedited answers of the plan. */
export function answersFor(
    { snapshot, frozen }: { snapshot: Snapshot; frozen: Frozen },
    planned: readonly Planned[]
): Fixture[] {
    const groups = Map.groupBy(casesOf(frozen), (one) =>
        keyOf(one.kind, criterionOf({ fixture: one }), expectedOf(one))
    );
    return planned.flatMap(({ kind, criterion, level, row }) => {
        const group = groups.get(keyOf(kind, snapshot.criteria[criterion]?.id ?? '', level)) ?? [];
        return group.slice(row % group.length).slice(0, 1);
    });
}

/** What a disqualifier is worth says its author. */
const keyOf = (kind: string, id: string, level: Grade) =>
    kind === 'negative' ? `${kind} ${id}` : `${kind} ${level} ${id}`;

/** A case with one answer, and the levels of its calls: one, or three where the first one missed. */
export interface Levelled {
    fixture: Fixture;
    levels: Level[];
    /** The evaluator's output for the level that most calls gave. */
    reason: string;
}

export interface Tried extends Levelled {
    calls: Judged[];
}

/** Evaluates cases, and those that miss twice more. */
export async function tryCases(
    input: Counting,
    cases: readonly Fixture[],
    misses: (one: Judged, place: number) => boolean
): Promise<Tried[]> {
    const first = await judgeCases(input, cases);
    const missed = first.flatMap((one, place) => (misses(one, place) ? [place] : []));
    const again = missed.flatMap((place) => cases.slice(place, place + 1));
    const more = await judgeCases(input, [...again, ...again]);
    return first.map((one, place): Tried => {
        const at = missed.indexOf(place);
        const others = at < 0 ? [] : [more[at], more[at + missed.length]];
        const calls = [one, ...others.filter((other) => other !== undefined)];
        const levels = calls.map(levelIn);
        const found = calls.find((call) => levelIn(call) === levelFound({ levels }));
        const { reason = '' } = (found && findingOf(found, criterionOf(found))) ?? {};
        return { fixture: one.fixture, calls, levels, reason };
    });
}

export const expectedOf = ({ expected }: Fixture) => (Object.values(expected)[0] ?? 'absent') as Grade;

const inOrder: readonly Level[] = ['unscored', 'absent', 'partial', 'strong'];

/** The level that most calls gave; of three different ones the middle one. */
export const levelFound = ({ levels }: Pick<Levelled, 'levels'>): Level =>
    levels.toSorted((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b))[Math.floor(levels.length / 2)] ??
    'unscored';

export const levelIn = (one: Judged) => findingOf(one, criterionOf(one))?.level ?? 'unscored';
