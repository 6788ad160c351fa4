// Whom an installation has erased: ids only, for audits and for the restore of a backup that still holds them.
import { nullable, text, time } from '../store/columns.ts';
import { index, sql, sqliteTable } from '../store/drizzle.ts';
import { screens } from './screens.ts';

/** What a person can be found by in texts of others. It is kept only until those are searched. */
export interface Traits {
    name: string;
    email: string;
    texts: string[];
}

/** One row for each erased screen. */
export const erasures = sqliteTable(
    'erasures',
    {
        screenId: text()
            .primaryKey()
            .references(() => screens.id),
        at: time(),
        by: text(), // as the audit log names them
        traits: nullable.json<Traits>(),
        searchedAt: nullable.time(), // texts of others were searched, and the traits dropped
        endedAt: nullable.time() // nothing of it is in the files of the store either
    },
    (t) => [
        index('erasures_under_way')
            .on(t.at)
            .where(sql`ended_at is null`)
    ]
);
