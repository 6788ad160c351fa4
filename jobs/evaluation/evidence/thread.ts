// Reads answers on another thread, so that an expensive answer does not block requests and other jobs.
import type { Finding } from '../../../db/sages/verdicts.ts';
import { openThread } from '../../../db/store/thread.ts';
import { EvaluatorFault } from '../faults.ts';
import type { EvidenceRequest, Read } from './index.ts';

// 50 KiB are read in a second and a half of a processor; with a load of twenty on two cores that is a quarter of a minute.
const usual = { source: new URL('./thread.js', import.meta.url), patience: 60_000, idle: 60_000 };

/** The memory for one answer and its findings. A text that needs more is not a plausible answer. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

type Reply = { finding: Finding } | { error: Error };

/** A reader on a thread of its own. What it cannot read in time is undefined. */
export function openReader(setting = usual) {
    const { ask, close } = openThread<EvidenceRequest, Reply>({ ...setting, resourceLimits });
    const read: Read = async (asked, signal) => {
        const reply = await ask(asked, signal).catch(() => {
            signal.throwIfAborted();
            throw new EvaluatorFault('server_error', 'the thread of the reader did not start');
        });
        if (reply && 'error' in reply) throw reply.error;
        return reply?.finding;
    };
    return { read, close };
}

/** The thread of this process. */
export const thread = openReader();
