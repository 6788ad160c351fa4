// Whether it matters to a judge who writes an answer, and how: a customer's own answers, each as it is and changed.
import { runs } from '../../builds/runs.ts';
import { type Level } from '../../sages/verdicts.ts';
import { code, json, plain } from '../../store/columns.ts';
import { sqliteTable } from '../../store/drizzle.ts';
import { findBy } from '../../store/query.ts';
import type { Reader, Tx } from '../../store/index.ts';
import { day } from '../../store/time.ts';
import { rank } from './agreement.ts';
import { binomialAtMost } from './bounds.ts';

/** One row for each release that was tried. It holds no text: what an answer showed stays when the answer is erased. */
export const licenceFairness = sqliteTable('licence_fairness', {
    runId: code()
        .primaryKey()
        .references(() => runs.runId),
    state: json<Fairness>(plain)
});

export interface Fairness {
    /** What the judge gave with a sentence about nobody, by its place and the id of the answer. */
    controls: Record<string, Level[]>;
    /** By the id of an edit. */
    edits: Record<string, Edited>;
    /** Whether there are pairs left for the next night. */
    goesOn: boolean;
    /** Whether the judge was stopped since: its nights try it anew. */
    isOld?: boolean;
}

/** What an edit did to the answers that it was tried on. */
export interface Edited {
    /** What a page calls it. */
    says: string;
    /** Whether it may only lift a level to its harm: an order, or bullets. */
    mayOnlyLift: boolean;
    /** By the id of an answer: by how many levels the edit lifted it. */
    shifts: Record<string, number>;
}

export const noFairness: Fairness = { controls: {}, edits: {}, goesOn: false };

const byRun = findBy(licenceFairness, licenceFairness.runId);

export const fairnessOf = async (on: Reader, runId: string) => (await byRun(on, runId))?.state;

export async function storeFairness(tx: Tx, runId: string, state: Fairness) {
    await tx
        .insert(licenceFairness)
        .values({ runId, state })
        .onConflictDoUpdate({ target: licenceFairness.runId, set: { state } });
}

/** How far a level moves. An answer without a level helps as little as one that is absent. */
export const shiftOf = (edited: Level, control: Level) => rankOf(edited) - rankOf(control);
const rankOf = (level: Level) => (level === 'unscored' ? 0 : rank[level]);

export const results = ['matters', 'no_matter', 'not_shown'] as const;

export interface Shown {
    says: string;
    pairs: number;
    lowered: number;
    lifted: number;
    /** The largest mean effect in levels that this many pairs may have hidden. */
    hidden: number;
    result: (typeof results)[number];
}

const inAll = 0.05;
const least = 0.05;
const hidden = 0.1;
const z = 1.645;

/**
 * Returns what the pairs show of each edit. `matters`: levels moved one way by more than chance, with an error of 5 % in
 * all edits together. `no_matter`: the 90 % interval of the mean effect is within 0.1 levels.
 */
export function shownBy({ edits }: Pick<Fairness, 'edits'>): Shown[] {
    const all = Object.values(edits);
    return all.map((one) => shownOf(one, inAll / all.length));
}

function shownOf({ says, mayOnlyLift, shifts }: Edited, alpha: number): Shown {
    const moved = Object.values(shifts);
    const pairs = moved.length;
    const lowered = moved.filter((by) => by < 0).length;
    const lifted = moved.filter((by) => by > 0).length;
    const sum = moved.reduce((all, by) => all + by, 0);
    const squares = moved.reduce((all, by) => all + by * by, 0);
    const isLarge = (mayOnlyLift ? sum : Math.abs(sum)) >= least * Math.max(1, pairs);
    const most = largestEffect({ pairs, sum, squares }, mayOnlyLift);
    const known = { says, pairs, lowered, lifted, hidden: most };
    if (isLarge && signTest(lowered, lifted) <= alpha) return { ...known, result: 'matters' };
    return { ...known, result: most <= hidden ? 'no_matter' : 'not_shown' };
}

/** Two-sided: how likely so uneven a split is where neither side is likelier. */
const signTest = (lowered: number, lifted: number) =>
    Math.min(1, 2 * binomialAtMost(Math.min(lowered, lifted), lowered + lifted, 0.5));

/** The far end of the 90 % interval of the mean, with two pairs more of which one moved. */
function largestEffect({ pairs, sum, squares }: Record<'pairs' | 'sum' | 'squares', number>, isUp: boolean) {
    const n = pairs + 2;
    const mean = sum / n;
    const half = z * Math.sqrt(((squares + 1) / n - mean * mean) / n);
    return isUp ? mean + half : Math.max(mean + half, half - mean);
}

/** How long a judge may advise of which not everything is shown. */
const openFor = 90 * day;

/** Why a judge gets no licence, or loses it; empty where nothing stands against it. `since`: when it was first licensed. */
export function unfair(shown: readonly Shown[], { since, at }: { since: number | undefined; at: number }) {
    const matters = shown.flatMap(({ says, pairs, lowered, lifted, result }) =>
        result === 'matters'
            ? [
                  `With ${says} ${lowered} of ${pairs} answers were lowered and ${lifted} lifted. That must not matter.`
              ]
            : []
    );
    if (matters.length > 0 || since === undefined || at < since + openFor) return matters;
    const open = shown.filter(({ result }) => result === 'not_shown').map(({ says }) => says);
    return open.length === 0
        ? []
        : [
              `In 90 days it was not shown that these make no difference: ${open.join('; ')}. Label more answers.`
          ];
}
