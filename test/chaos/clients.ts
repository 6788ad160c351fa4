// Clients that go on whatever happens to the server.
import { setTimeout as sleep } from 'node:timers/promises';

/** So many clients, each asking again as soon as it was answered. A server that is gone has answered nothing. */
export function keepAsking(clients: number, ask: () => Promise<unknown>) {
    const ending = new AbortController();
    const goOn = async () => {
        while (!ending.signal.aborted) await ask().catch(() => sleep(20));
    };
    const underWay = Promise.all(Array.from({ length: clients }, goOn));
    return {
        async end() {
            ending.abort();
            await underWay;
        }
    };
}
