// Clients that go on whatever happens to the server.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from '../../db/store/index.ts';
import type { Figures } from './proof.ts';

export interface Load {
    /** What the server acknowledged to a client, each thing once. */
    acknowledged: ReadonlySet<string>;
    /** Answers that no client should get. */
    failures: readonly string[];
    end(): Promise<void>;
    /** What must be in the store once all jobs are done. */
    audit(on: Reader): Promise<Figures>;
}

/** So many clients, each asking again as soon as it was answered. A server that is gone has answered nothing. */
export function keepAsking(clients: number, ask: (client: number) => Promise<unknown>) {
    const ending = new AbortController();
    const goOn = async (client: number) => {
        while (!ending.signal.aborted) await ask(client).catch(() => sleep(20));
    };
    const underWay = Promise.all(Array.from({ length: clients }, (_, client) => goOn(client)));
    return {
        async end() {
            ending.abort();
            await underWay;
        }
    };
}
