// How long something takes on a machine that is busy: a bound that is promised fails where the product hangs, and there alone.
import { startLivedTime } from '../../../db/store/postgres/connections.ts';

const tick = 20;

/** How many milliseconds this process was running while `work` was under way. */
export async function livedWhile(work: Promise<unknown>) {
    const runningTime = startLivedTime(tick);
    await work.finally(runningTime.stop);
    return runningTime.now();
}
