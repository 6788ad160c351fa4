// How hard a password is to guess. Another thread estimates it: its dictionary takes longer to load than others may wait, and
// so do some passwords.
import { Refusal } from '../../store/refusal.ts';
import { openThread } from '../../store/thread.ts';

/** It has 50 MB of words, and passwords are set rarely. */
const thread = openThread<Chosen, { isEasy: boolean }>({
    source: new URL('./estimator.js', import.meta.url),
    patience: 20_000,
    idle: 30_000
});
const longestQueue = 200;

interface Chosen {
    password: string;
    /** Words about the person and their employer: attackers try them and their variants first. */
    names: readonly string[];
}

/**
 * Returns whether an attacker who tries common passwords finds this one soon. Refuses: unavailable, when too many run at the same
 * time.
 */
export async function isEasilyGuessed(chosen: Chosen): Promise<boolean> {
    const reply = thread.waiting() < longestQueue ? await thread.ask(chosen) : undefined;
    if (!reply) throw new Refusal('unavailable', 'Too many new passwords at the same time. Try again soon.');
    return reply.isEasy;
}
