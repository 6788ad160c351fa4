// What a page does in the place of somebody whose browser proves that it took some trouble.
import { createHash } from 'node:crypto';
import { ask } from './cast.ts';
import type { World } from './world.ts';

/** As few bits as there may be: it is the rule that is tested, not the processor. */
export const easy = { HUMAN_CHECK_BITS: '4' };

interface Challenge {
    challenge: string;
    difficulty: number;
}

/** A token that passes the check of this action, once. */
export async function humanToken({ server }: Pick<World, 'server'>, action: string) {
    const { body } = await ask(server, { url: `/rest/svc/v1/challenge?action=${action}` });
    return solved(body.data as Challenge);
}

function solved({ challenge, difficulty }: Challenge) {
    for (let n = 0; ; n += 1) {
        const token = `${challenge}.${n}`;
        if (createHash('sha256').update(token).digest().readUInt32BE() >>> (32 - difficulty) === 0)
            return token;
    }
}
