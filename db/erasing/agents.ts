// What agents have written about a candidate, for the copy that the candidate may ask for.
import { taskLinks } from '../agents/task-links.ts';
import { traces } from '../agents/traces.ts';
import { users } from '../accounts/users.ts';
import { dealAcceptances } from '../sales/acceptances.ts';
import { deals } from '../sales/deals.ts';
import { intakeItems } from '../sales/intake.ts';
import { screens, type ScreenRow } from '../screens/screens.ts';
import { getTableColumns, or, sql, type SQLiteColumn } from '../store/drizzle.ts';
import { holdsText } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { isInRow, type Place, placesIn, type Row, rowsIn } from './places.ts';
import { exactAddresses, isIn, type Sought, sought, unspaced } from './scrubbing.ts';

/**
 * The traces and linked tasks that have the address of a candidate, or the full name if no other candidate, user or customer has
 * it: a copy for one person tells nothing of another. `own` are the screens of the candidate.
 */
export async function agentsOn(
    on: Reader,
    { candidateName: name, candidateEmail: email }: ScreenRow,
    own: readonly string[]
) {
    const names = sought([{ name, email: '', texts: [] }]);
    const isTheirs = /\s/.test(name.trim()) && !(await hasNamesake(on, names, own));
    const by = [...exactAddresses([{ email }]), ...(isTheirs ? names : [])];
    const [inTraces = [], inTasks = []] = await Promise.all(
        placesIn([traces, taskLinks]).map((place) => rowsWith(on, place, by))
    );
    return {
        traces: inTraces as (typeof traces.$inferSelect)[],
        tasks: inTasks as (typeof taskLinks.$inferSelect)[]
    };
}

const namesOf = [
    { table: screens, key: screens.id, name: screens.candidateName },
    { table: users, key: users.id, name: users.displayName },
    { table: users, key: users.id, name: sql<string>`${users.firstName} || ' ' || ${users.lastName}` },
    { table: deals, key: deals.id, name: deals.contactName },
    { table: deals, key: deals.id, name: deals.customerName },
    { table: dealAcceptances, key: dealAcceptances.dealId, name: dealAcceptances.name },
    { table: intakeItems, key: intakeItems.id, name: intakeItems.contactName }
];

async function hasNamesake(on: Reader, names: Sought, own: readonly string[]) {
    for (const { table, key, name } of namesOf) {
        const rows = await on
            .select({ key, name })
            .from(table)
            .where(or(...hintsOf(names).map((hint) => holdsText(name, hint))));
        if (rows.some((row) => isIn(row.name, names) && !own.includes(String(row.key)))) return true;
    }
    return false;
}

/** Of each the longest word, or its first letter where words have no space between them. */
const hintsOf = (people: Sought) => [
    ...new Set(
        people.map(({ words }) => {
            const [longest = ''] = words
                .trim()
                .split(' ')
                .toSorted((a, b) => b.length - a.length);
            return longest.search(unspaced) < 0 ? longest : longest.slice(0, 1);
        })
    )
];

async function rowsWith(on: Reader, place: Place, people: Sought) {
    const found: Row[] = [];
    for await (const rows of rowsIn(on, place, mayHold(place, people)))
        found.push(...rows.filter((row) => isInRow(row, place, people)));
    return found;
}

/** Most rows are without a word of them, and without a character that another one may be written by. */
function mayHold({ table, columns }: Place, people: Sought) {
    const all = getTableColumns(table) as Record<string, SQLiteColumn>;
    const hints = [...hintsOf(people), '\\', '%', '&'];
    return or(
        ...columns
            .flatMap((name) => all[name] ?? [])
            .flatMap((column) => hints.map((hint) => holdsText(column, hint)))
    );
}
