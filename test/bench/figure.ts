// The figure of a row: a measured value, a base value, their ratio, and the goal that it must reach.

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

/** The alternating measurements, in the order in which they were made. */
export interface Samples<T = number> {
    measured: T[];
    base: T[];
}

export const atMost = (value: number): Goal => ({ of: 'measured', is: 'at most', value });

/** Of what more is better: at least this share of the base. */
export const ofBase = (value: number): Goal => ({ of: 'ratio', is: 'at least', value });

/** One number of each measurement. */
export const eachOf = <T>({ measured, base }: Samples<T>, value: (one: T) => number): Samples => ({
    measured: measured.map(value),
    base: base.map(value)
});

type Label = Pick<Figure, 'row' | 'unit' | 'against' | 'goal'>;

export function figure(label: Label, samples: Samples): Figure {
    const measured = spread(samples.measured);
    const base = spread(samples.base);
    const ratio = ratioOf(samples);
    const reached = label.goal.of === 'ratio' ? ratio : measured.median;
    const met = label.goal.is === 'at least' ? reached >= label.goal.value : reached <= label.goal.value;
    return { ...label, measured, base, ratio, met };
}

/** The median of the ratios of the rounds: what makes the machine slower for a while hits both sides of a round. */
function ratioOf({ measured, base }: Samples) {
    if (measured.length !== base.length) return medianOf(measured) / medianOf(base);
    return medianOf(measured.map((value, round) => value / (base[round] ?? NaN)));
}

const spread = (values: number[]): Spread => ({
    median: medianOf(values),
    min: Math.min(...values),
    max: Math.max(...values)
});

function medianOf(values: number[]) {
    const sorted = values.toSorted((a, b) => a - b);
    const [low = NaN, high = NaN] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((at) => sorted[at]);
    return (low + high) / 2;
}

/** Reports the progress of a row, from 0 to 1. */
export type Progress = (share: number) => void;

interface Alternation<T> {
    repeats: number;
    measured: () => Promise<T>;
    base: () => Promise<T>;
    progress: Progress;
}

/** Alternates between the two measurements, so that other load on the machine affects both. */
export async function alternate<T>({
    repeats,
    measured,
    base,
    progress
}: Alternation<T>): Promise<Samples<T>> {
    const samples: Samples<T> = { measured: [], base: [] };
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
        samples.measured.push(await measured());
        progress((repeat - 0.5) / repeats);
        samples.base.push(await base());
        progress(repeat / repeats);
    }
    return samples;
}

export interface Row {
    name: string;
    /** `short` is the version that runs on every push and takes a few seconds. */
    measure: (short: boolean, progress: Progress) => Promise<Figure[]>;
}
