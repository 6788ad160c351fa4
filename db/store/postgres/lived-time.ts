/**
 * Counts the milliseconds in which this process was running. What came in while it stood still, or while the machine gave
 * it no time, is read before the next tick: nobody is taken for silent because nobody listened.
 */
export function startLivedTime(tick: number, onTick: () => void = () => undefined) {
    let lived = 0;
    const timer = setInterval(() => {
        lived += tick;
        onTick();
    }, tick).unref();
    return { now: () => lived, stop: () => clearInterval(timer) };
}
