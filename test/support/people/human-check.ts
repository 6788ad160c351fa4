// What a page does for a user whose browser proves that it took some trouble.
import { createHash } from 'node:crypto';
import { ask } from './roles.ts';
import type { TestApp } from '../servers/test-app.ts';

interface Challenge {
    challenge: string;
    difficulty: number;
}

/** A token that passes the check of this action, once. */
export const humanToken = (testApp: Asked, action: string) =>
    tokenWhere(testApp, action, (begins, difficulty) => begins >>> (32 - difficulty) === 0);

/** A token without any work behind it. */
export const cheapToken = (testApp: Asked, action: string) =>
    tokenWhere(testApp, action, (begins) => begins >>> 31 === 1);

type Asked = Pick<TestApp, 'server'>;

/** The first token whose SHA-256 begins with 32 bits that are as wanted. */
async function tokenWhere(
    { server }: Asked,
    action: string,
    wanted: (begins: number, difficulty: number) => boolean
) {
    const { body } = await ask(server, { url: `/rest/svc/v1/challenge?action=${action}` });
    const { challenge, difficulty } = body.data as Challenge;
    return solutionOf(challenge, (begins) => wanted(begins, difficulty));
}

/** The first token of a challenge whose SHA-256 begins with 32 bits that are as wanted. */
export function solutionOf(challenge: string, wanted: (begins: number) => boolean) {
    for (let n = 0; ; n += 1) {
        const token = `${challenge}.${n}`;
        if (wanted(createHash('sha256').update(token).digest().readUInt32BE())) return token;
    }
}
