import pLimit from 'p-limit';

type Work = () => Promise<void>;

/** A lock that many holders share, or that one holder has alone. */
export function sharedLock() {
    const entrance = pLimit(1);
    const holders = new Set<Promise<void>>();

    function begin(work: Work) {
        const running = work().finally(() => holders.delete(running));
        holders.add(running);
        return running;
    }

    return {
        /** Runs in parallel with other shared work, after all exclusive work that was queued before. */
        async shared(work: Work) {
            const { running } = await entrance(() => ({ running: begin(work) })); // only its start holds up others
            await running;
        },
        /** Runs when all running work has ended, and before all later requests. */
        exclusive: (work: Work) =>
            entrance(async () => {
                await Promise.allSettled(holders);
                await work();
            })
    };
}
