// The ratios that were reached, in recorded.json: CI fails when a change makes a path slower by more than a fifth.
import { readFile, writeFile } from 'node:fs/promises';
import type { Figure } from './figure.ts';

export interface Recorded {
    row: string;
    against: string;
    unit: string;
    /** Of the short form. */
    ratio: number;
}

const file = new URL('./recorded.json', import.meta.url);

/** A ratio that falls below this share of the recorded one fails. */
const least = 0.8;

export async function readRecorded() {
    return JSON.parse(await readFile(file, 'utf8')) as Recorded[];
}

/** By clock time a ratio depends on what else the machine does; only those of processor time are recorded. */
const isByProcessor = ({ unit, goal }: Pick<Figure, 'unit' | 'goal'>) =>
    unit.endsWith('/CPU s') && goal.of === 'ratio' && goal.is === 'at least';

type Named = Pick<Recorded, 'row' | 'against' | 'unit'>;
const isSame = (one: Named) => (other: Named) =>
    one.row === other.row && one.against === other.against && one.unit === other.unit;

/** What was recorded of a figure, if it has fallen by more than a fifth since. */
export function fallenFrom(figure: Figure, recorded: readonly Recorded[]) {
    const known = isByProcessor(figure) ? recorded.find(isSame(figure)) : undefined;
    return known && figure.ratio < known.ratio * least ? known : undefined;
}

type Measure = () => Promise<Figure[]>;

const mostTimes = 4;

/**
 * Measures a row. One that has fallen is measured again, three times at most, for a moment of noise does not last; each of
 * its fallen figures is then the best one.
 */
export async function measureAgainIfFallen(measure: Measure, recorded: readonly Recorded[]) {
    let figures = await measure();
    for (let time = 2; time <= mostTimes && figures.some((one) => fallenFrom(one, recorded)); time += 1) {
        const more = await measure();
        figures = figures.map((figure) => {
            const again = more.find(isSame(figure));
            return again && fallenFrom(figure, recorded) && again.ratio > figure.ratio ? again : figure;
        });
    }
    return figures;
}

const timesToRecord = 3;

/** Measures a row three times, and returns the first time's figures with the least of each ratio to record. */
export async function measureToRecord(measure: Measure) {
    const figures = await measure();
    const kept = figures.filter(isByProcessor);
    const ratios = kept.map(({ ratio }) => [ratio]);
    for (let time = 2; kept.length > 0 && time <= timesToRecord; time += 1) {
        const again = await measure();
        for (const [place, figure] of kept.entries())
            ratios[place]?.push(again.find(isSame(figure))?.ratio ?? figure.ratio);
    }
    const reached = kept.map(({ row, against, unit }, place) => {
        const least = Math.min(...(ratios[place] ?? [0]));
        return { row, against, unit, ratio: Number(least.toPrecision(3)) };
    });
    return { figures, reached };
}

/** What is recorded once these ratios were reached too. */
function withReached(recorded: readonly Recorded[], reached: readonly Recorded[]) {
    const others = recorded.filter((one) => !reached.some(isSame(one)));
    return [...others, ...reached].toSorted((a, b) => compare(key(a), key(b)));
}

const key = ({ row, against, unit }: Named) => `${row}, ${against}, ${unit}`;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export async function record(reached: readonly Recorded[]) {
    await writeFile(file, `${JSON.stringify(withReached(await readRecorded(), reached), null, 4)}\n`);
}
