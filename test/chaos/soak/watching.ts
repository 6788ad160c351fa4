// What a process holds, read from /metrics as a monitoring system does, and what that says of the time from first to last.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure, Figures } from '../proof.ts';

export interface Held {
    /** In bytes. */
    memory: number;
    log: number;
    /** Open files, sockets among them. */
    files: number;
    /** Timers, sockets and requests that keep the process alive. */
    resources: number;
}

/** Asks for what the process holds now. */
export async function heldBy(url: string, token: string): Promise<Held> {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    const value = (name: string) => {
        const found = new RegExp(String.raw`^${name} (\S+)$`, 'm').exec(text)?.[1];
        if (found === undefined) throw new Error(`/metrics answered ${response.status} without ${name}`);
        return Number(found);
    };
    return {
        memory: value('process_resident_memory_bytes'),
        log: value('sage_council_store_wal_bytes'),
        files: value('process_open_fds'),
        resources: value('nodejs_active_resources_total')
    };
}

/**
 * What it holds once all clients have gone: connections that are kept end some seconds later. Waits for them, and no longer
 * than until it is not more than `most`.
 */
export async function heldAtRest(url: string, token: string, most?: Pick<Held, 'files' | 'resources'>) {
    let held = await heldBy(url, token);
    for (let second = 0; second < patience; second += 1) {
        if (most && held.files <= most.files && held.resources <= most.resources) break;
        await sleep(1000);
        held = await heldBy(url, token);
    }
    return held;
}

/** In seconds: a server keeps a connection for five. */
const patience = 6;

/** Samples with the times at which they were taken. */
export function openSeries() {
    const samples: { at: number; value: number }[] = [];
    const values = (from: number, to: number) =>
        samples
            .filter(({ at }) => at >= from && at < to)
            .map(({ value }) => value)
            .toSorted((a, b) => a - b);
    return {
        add: (value: number) => void samples.push({ at: performance.now(), value }),
        /** The value below which this share of those lies that were taken between two times; NaN of none. */
        quantile: (share: number, from = -Infinity, to = Infinity) => {
            const sorted = values(from, to);
            return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
        }
    };
}

export type Series = ReturnType<typeof openSeries>;

/** How many percent more there is at the end than before: of memory between the last quarter and the third, of times between halves. */
export function growth(span: { from: number; to: number }, memory: Series, polls: Series): Figures {
    const at = (share: number) => span.from + share * (span.to - span.from);
    return [
        more(
            '% more memory in the last quarter than in the one before',
            memory.quantile(0.5, at(0.5), at(0.75)),
            memory.quantile(0.5, at(0.75), at(1)),
            5
        ),
        more(
            '% longer polls, by p99, in the second half',
            polls.quantile(0.99, at(0.1), at(0.5)),
            polls.quantile(0.99, at(0.5), at(1)),
            50
        )
    ];
}

function more(of: string, before: number, after: number, atMost: number): Figure {
    return { count: Math.round((after / before - 1) * 1000) / 10, of, atMost };
}

export const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
