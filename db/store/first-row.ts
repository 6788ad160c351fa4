// The first row of a prepared select, read as one row by better-sqlite3: with drizzle's own functions SQLite reads all rows,
// and what each parameter is gets looked up again with each call. Where a statement is of another kind they are used.
import { is, Param, Placeholder } from './drizzle.ts';

type Args = Record<string, unknown>;
type Values = unknown[] | undefined;
interface Prepared {
    values(args?: Args): Promise<unknown[][]>;
}

/** What drizzle 0.45 keeps in a statement that better-sqlite3 has prepared; that of another database has no `raw`. */
interface OfSqlite {
    stmt: { raw(on: true): { get(...values: unknown[]): Values } };
    query: { params: readonly unknown[] };
}

const isOfSqlite = (statement: object): statement is OfSqlite =>
    'stmt' in statement &&
    typeof statement.stmt === 'object' &&
    statement.stmt !== null &&
    'raw' in statement.stmt;

/** Returns the function that reads the first row of a prepared select, as bare values. */
export function firstOf(statement: Prepared): (args: Args) => Values | Promise<Values> {
    if (!isOfSqlite(statement)) return async (args) => (await statement.values(args))[0];
    const row = statement.stmt.raw(true);
    const params = statement.query.params.map(paramOf);
    return (args) => row.get(...params.map((param) => param(args)));
}

/** Returns the function that takes a parameter's value from the arguments. */
export function paramOf(param: unknown): (args: Args) => unknown {
    if (is(param, Placeholder)) return (args) => argOf(args, param.name);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (args) => encoder.mapToDriverValue(argOf(args, value.name));
}

function argOf(args: Args, name: string) {
    if (!(name in args)) throw new Error(`the parameter ${name} has no value`);
    return args[name];
}
