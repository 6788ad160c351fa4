// How hard a password is to guess. Another thread estimates it: its dictionary takes longer to load than others may wait, and
// so do some passwords.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Refusal } from '../../store/refusal.ts';

const file = new URL('./estimator.js', import.meta.url);
/** The thread holds 50 MB of words: passwords are set rarely, so that it ends again. */
const patience = 30_000;
const longestQueue = 200;
const limit = pLimit(1);
let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;

interface Chosen {
    password: string;
    /** Of the person and of whom they work for: attackers try them first, and what is made of them. */
    names: readonly string[];
}

/** Whether somebody who tries what people choose finds this password soon. Refuses: unavailable, for one of too many at once. */
export function isEasilyGuessed(chosen: Chosen): Promise<boolean> {
    if (limit.pendingCount >= longestQueue)
        throw new Refusal('unavailable', 'Too many new passwords at once. Try again soon.');
    return limit(() => estimated(chosen));
}

async function estimated(chosen: Chosen) {
    clearTimeout(ending);
    const estimator = (thread ??= start());
    estimator.ref(); // the process lives on until it has answered
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    estimator.postMessage(chosen);
    const [isEasy] = (await once(estimator, 'message')) as [boolean];
    estimator.unref();
    ending = setTimeout(end, patience).unref();
    return isEasy;
}

const start = () => new Worker(file, { execArgv: [] }).on('error', () => (thread = undefined));

function end() {
    void thread?.terminate();
    thread = undefined;
}
