/** Lets work share the process, or have it to itself. */
export function startTurns() {
    let alone: Promise<unknown> = Promise.resolve();
    const sharing = new Set<Promise<unknown>>();
    return {
        /** At the same time as others that share, after whoever asked to be alone. */
        async together(work: () => Promise<void>) {
            await alone;
            const turn = work();
            sharing.add(turn);
            await turn.finally(() => sharing.delete(turn));
        },
        /** After all that is under way, and before all that comes later. */
        async alone(work: () => Promise<void>) {
            const turn = alone.then(() => Promise.allSettled(sharing)).then(work);
            alone = turn.catch(() => undefined);
            await turn;
        }
    };
}
