// Bars for people who watch: one line for each step, redrawn in place on a terminal, plain lines elsewhere.
import { styleText } from 'node:util';

const width = 24;
const filled = { pending: 0, running: width / 2, completed: width, failed: width } as const;
const colour = { pending: 'gray', running: 'yellow', completed: 'green', failed: 'red' } as const;

export interface Bar {
    label: string;
    state: 'pending' | 'running' | 'completed' | 'failed';
}

/** Draws bars to `out`; each call shows the newest state of all of them. */
export function progressBars(out: NodeJS.WriteStream) {
    let shown: readonly Bar[] = [];
    return (bars: readonly Bar[]) => {
        if (out.isTTY) {
            if (shown.length > 0) out.write(`\u001b[${shown.length}A`);
            for (const bar of bars) out.write(`\u001b[2K${line(bar)}\n`);
        } else {
            bars.filter((bar, i) => isNews(bar, shown[i])).forEach((bar) => out.write(`${line(bar)}\n`));
        }
        shown = bars;
    };
}

const isNews = ({ state }: Bar, before: Bar | undefined) =>
    state !== before?.state && (state === 'completed' || state === 'failed');

function line({ label, state }: Bar) {
    const bar = '█'.repeat(filled[state]) + '░'.repeat(width - filled[state]);
    return `  ${label.padEnd(22)} ${styleText(colour[state], bar)} ${state}`;
}
