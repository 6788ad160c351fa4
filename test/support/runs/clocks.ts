// The clocks of this machine, for tests that pass one on to what compares the two. All others have a clock of their own.

/** A wall clock that begins at a moment and moves as the monotonic clock does. */
export const steadyFrom = (moment: number) => {
    const began = performance.now();
    return () => Math.round(moment + performance.now() - began);
};

/** Returns in another millisecond: ids that were drawn in one are in any order. */
export function nextMillisecond() {
    for (const began = Date.now(); Date.now() === began;);
}
