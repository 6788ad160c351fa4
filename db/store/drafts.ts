// SQL texts of queries, without a connection. drizzle takes far longer to build a text than a connection takes to prepare it, and
// the text is the same on every connection of an engine: so each is built once in a process.
import { BaseSQLiteDatabase, type SQLiteHandle } from './drizzle.ts';
import type { Reader } from './interface.ts';

interface Query<Statement> {
    prepare(): Statement;
}

interface Prepared {
    /** Which of the joined tables may be missing in a row. */
    joinsNotNullableMap?: unknown;
}

/** What drizzle 0.45 has in a handle: the words of an engine, which all its handles share, and what prepares them. */
interface Inside {
    dialect: object;
    session: { prepareQuery(...query: readonly unknown[]): Prepared };
}

interface Draft extends Prepared {
    query: readonly unknown[];
}

/** In place of a connection: notes what it is to prepare. */
const noting = { prepareQuery: (...query: readonly unknown[]): Draft => ({ query }) };

const withoutConnection = (dialect: object): SQLiteHandle =>
    new BaseSQLiteDatabase('async', dialect, noting, undefined);

/** Returns a function that prepares the query of `build` on a handle. `build` is called once in a process and engine. */
export function drafted<Handle extends Reader, Statement extends object, Built extends Query<Statement>>(
    build: (on: Handle) => Built & Query<Statement>
) {
    const drafts = new WeakMap<object, { built: Built; draft: Draft }>();
    const draftFor = (dialect: object) => {
        const built = build(withoutConnection(dialect) as unknown as Handle);
        const made = { built, draft: built.prepare() as Draft };
        drafts.set(dialect, made);
        return made;
    };
    return (handle: Handle) => {
        const { dialect, session } = handle as unknown as Inside;
        const { built, draft } = drafts.get(dialect) ?? draftFor(dialect);
        const statement = session.prepareQuery(...draft.query);
        statement.joinsNotNullableMap = draft.joinsNotNullableMap;
        return { built, statement: statement as Statement };
    };
}
