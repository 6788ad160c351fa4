// One-time values: the challenges of the human check that were already used.
import { key, time } from '../../store/columns.ts';
import { index, sqliteTable } from '../../store/drizzle.ts';
import { purgeOf } from '../../store/query.ts';
import { sha256 } from '../tokens.ts';
import type { Tx } from '../../store/index.ts';
import { minute } from '../../store/time.ts';

export const spent = sqliteTable('spent', { digest: key(), endsAt: time() }, (t) => [
    index('spent_by_end').on(t.endsAt)
]);

/** Whether this is the first use. It is remembered until `endsAt`, after which the challenge is refused for its age. */
export async function useOnce(tx: Tx, challenge: string, endsAt: number) {
    const used = await tx
        .insert(spent)
        .values({ digest: sha256(challenge), endsAt })
        .onConflictDoNothing()
        .returning({ digest: spent.digest });
    return used.length === 1;
}

/** Deletes values that have been too old for a minute: by the clock of another node they may still be valid. */
export const purgeSpent = purgeOf(spent.endsAt, minute);
