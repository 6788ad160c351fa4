/**
 * Counts the milliseconds in which this process was running. Data that arrived while it was frozen or had no CPU is read before
 * the next tick, so that no peer is declared silent because this process did not listen.
 */
export function startLivedTime(tick: number, onTick: () => void = () => undefined) {
    let runningTime = 0;
    const timer = setInterval(() => {
        runningTime += tick;
        onTick();
    }, tick).unref();
    return { now: () => runningTime, stop: () => clearInterval(timer) };
}
