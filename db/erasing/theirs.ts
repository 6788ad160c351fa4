// The rows about one screen, in all tables, and what of them is its candidate's: as their columns are marked.
import { audit } from '../record/audit.ts';
import { credits } from '../accounts/credits.ts';
import { jobAttempts } from '../jobs/attempts.ts';
import { jobs } from '../jobs/ledger.ts';
import { mails, mailsOfScreen } from '../jobs/mails.ts';
import { screenDecisions } from '../judgement/decisions.ts';
import { screenReviews } from '../judgement/levels.ts';
import { screenReference } from '../screens/invitations.ts';
import { screenAnswers, screens } from '../screens/screens.ts';
import { markOf } from '../store/columns.ts';
import { eq, getTableColumns, getTableName, inArray, type SQL, type SQLiteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { type Row, keyColumn } from './places.ts';

interface Theirs {
    table: SQLiteTable;
    where: SQL;
}

/** Where the rows about a screen are. What is not here is about no screen, or goes as a whole. */
async function rowsAbout(on: Reader, id: string): Promise<Theirs[]> {
    const mailIds = (await mailsOfScreen(on, id)).map((mail) => mail.id);
    const tried = await on
        .select({ id: jobs.id })
        .from(jobs)
        .where(inArray(jobs.about, [id, ...mailIds]));
    const jobIds = tried.map((job) => job.id);
    return [
        { table: screens, where: eq(screens.id, id) },
        { table: screenAnswers, where: eq(screenAnswers.screenId, id) },
        { table: screenReviews, where: eq(screenReviews.screenId, id) },
        { table: screenDecisions, where: eq(screenDecisions.screenId, id) },
        { table: mails, where: inArray(mails.id, mailIds) },
        { table: jobs, where: inArray(jobs.id, jobIds) },
        { table: jobAttempts, where: inArray(jobAttempts.jobId, jobIds) },
        { table: credits, where: eq(credits.reference, screenReference(id)) },
        { table: audit, where: eq(audit.target, `screen:${id}`) }
    ];
}

/** The columns of a table that are a candidate's where a row is about them. */
const theirColumns = (table: SQLiteTable) =>
    Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
        const mark = markOf(column);
        return mark?.of === 'candidate' || mark?.of === 'anybody' ? [{ name, column, mark }] : [];
    });

/** Blanks whatever is theirs in the rows about a screen; its answers are deleted. */
export async function blankTheirs(tx: Tx, id: string) {
    for (const { table, where } of await rowsAbout(tx, id)) {
        if (table === screenAnswers) await tx.delete(table).where(where);
        else for (const row of await tx.select().from(table).where(where)) await blankRow(tx, table, row);
    }
}

async function blankRow(tx: Tx, table: SQLiteTable, row: Row) {
    const blanked = theirColumns(table).flatMap(({ name, column, mark }) => {
        const value = row[name];
        if (value === null) return [];
        return [[name, mark.blank ? mark.blank(value) : column.notNull ? '' : null] as const];
    });
    const { name, column } = keyColumn(table);
    if (blanked.length > 0)
        await tx.update(table).set(Object.fromEntries(blanked)).where(eq(column, row[name]));
}

/** All that is theirs in the rows about a screen, as it is stored, by table. Answers that they have not sent are left out. */
export async function storedAbout(on: Reader, id: string, isSent: boolean) {
    const stored: Record<string, Row[]> = {};
    for (const { table, where } of await rowsAbout(on, id)) {
        if (table === screenAnswers && !isSent) continue;
        const columns = theirColumns(table);
        const rows = await on.select().from(table).where(where);
        stored[getTableName(table)] = rows.map((row: Row) =>
            Object.fromEntries(columns.map(({ name }) => [name, row[name]]))
        );
    }
    return stored;
}
