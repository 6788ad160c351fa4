import type { Figure, Goal, Spread } from './figure.ts';

const { stderr } = process;

/** On a terminal: a bar that the row's line then replaces. */
export function showProgress(name: string, share: number) {
    if (!stderr.isTTY) return;
    const full = Math.round(share * 20);
    const bar = '#'.repeat(full).padEnd(20, '.');
    stderr.write(share < 1 ? `\r${name} [${bar}] ${Math.round(share * 100)} %` : '\r\u001B[K');
}

export function line(figure: Figure) {
    const { row, unit, measured, against, base, ratio } = figure;
    return `${row}: ${shown(measured)} ${unit}, ${against} ${shown(base)}, ratio ${short(ratio)}`;
}

/** One line for each figure, in columns. */
export function table(figures: Figure[]) {
    const head = ['row', 'measured (min-max)', 'base (min-max)', 'ratio', 'goal', 'met'];
    const lines = [head, ...figures.map(cells)];
    const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
    const text = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
    return `\n${text.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
}

function cells({ row, unit, measured, against, base, ratio, goal, met }: Figure) {
    return [
        row,
        `${shown(measured)} ${unit}`,
        `${shown(base)} ${against}`,
        short(ratio),
        wanted(goal, unit),
        met ? 'yes' : 'no'
    ];
}

function wanted({ of, is, value }: Goal, unit: string) {
    const sign = is === 'at least' ? '>=' : '<=';
    return of === 'ratio' ? `${sign} ${value} x base` : `${sign} ${value} ${unit}`;
}

function shown({ median, min, max }: Spread) {
    return min === max ? short(median) : `${short(median)} (${short(min)}-${short(max)})`;
}

/** Three digits that matter; more for what is counted in thousands. */
const short = (value: number) => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))));
