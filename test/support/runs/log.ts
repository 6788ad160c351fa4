import { pino } from 'pino';

/** A log that can be read afterwards. */
export function openLog(level = 'trace') {
    const lines: string[] = [];
    return { lines, log: pino({ level }, { write: (line: string) => void lines.push(line) }) };
}
