// What a row tells: two things measured in turn, their ratio, and the goal it is held against.

export interface Spread {
    median: number;
    min: number;
    max: number;
}

export interface Goal {
    of: 'ratio' | 'measured';
    is: 'at least' | 'at most';
    value: number;
}

export interface Figure {
    row: string;
    unit: string;
    measured: Spread;
    /** What the base is, in a few words. */
    against: string;
    base: Spread;
    ratio: number;
    goal: Goal;
    met: boolean;
}

/** What was measured in turn, in the order it was. */
export interface Samples<T = number> {
    measured: T[];
    base: T[];
}

type Told = Pick<Figure, 'row' | 'unit' | 'against' | 'goal'>;

export function figure(told: Told, samples: Samples): Figure {
    const measured = spread(samples.measured);
    const base = spread(samples.base);
    const ratio = measured.median / base.median;
    const reached = told.goal.of === 'ratio' ? ratio : measured.median;
    const met = told.goal.is === 'at least' ? reached >= told.goal.value : reached <= told.goal.value;
    return { ...told, measured, base, ratio, met };
}

function spread(values: number[]): Spread {
    const sorted = values.toSorted((a, b) => a - b);
    const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((place) => sorted[place] ?? NaN);
    return {
        median: ((low ?? NaN) + (high ?? NaN)) / 2,
        min: sorted[0] ?? NaN,
        max: sorted.at(-1) ?? NaN
    };
}

/** How far a row is, from 0 to 1. */
export type Progress = (share: number) => void;

interface Turns<T> {
    repeats: number;
    measured: () => Promise<T>;
    base: () => Promise<T>;
    progress: Progress;
}

/** Measures both in turn, so that whatever else the machine does hits both alike. */
export async function inTurn<T>({ repeats, measured, base, progress }: Turns<T>): Promise<Samples<T>> {
    const samples: Samples<T> = { measured: [], base: [] };
    for (let turn = 1; turn <= repeats; turn += 1) {
        samples.measured.push(await measured());
        progress((turn - 0.5) / repeats);
        samples.base.push(await base());
        progress(turn / repeats);
    }
    return samples;
}

export interface Row {
    name: string;
    /** `short`: the form for every push, a few seconds. */
    measure: (short: boolean, progress: Progress) => Promise<Figure[]>;
}
