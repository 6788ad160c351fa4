// The column types of all tables, limited to what both SQLite and PostgreSQL have. Text columns are marked by whose data they
// have.
import { blob, integer as int, text as string } from './drizzle.ts';

/**
 * Whose data a column has: `candidate`, of the candidate of the row; `anybody`, free text, which may name any person; `others`,
 * of users and customers; `nobody`, no personal data. Erasure, search and export for a candidate follow from it.
 */
export interface Mark<T = unknown> {
    of: 'candidate' | 'anybody' | 'others' | 'nobody';
    /** What is left of a value when the candidate of its row is erased; by default nothing, or no text. */
    blank?: (value: T) => T;
}

export const personal = { of: 'candidate' } as const;
export const words = { of: 'anybody' } as const;
export const others = { of: 'others' } as const;
export const plain = { of: 'nobody' } as const;

const marks = new WeakMap<object, Mark>();

/** What drizzle passes from a builder to its column. */
const configOf = (of: object): object => Reflect.get(of, 'config') as object;

function marked<Builder extends object, T>(builder: Builder, { of, blank }: Mark<T>): Builder {
    marks.set(configOf(builder), { of, ...(blank && { blank: (value) => blank(value as T) }) });
    return builder;
}

/** The mark of a column; undefined for one that was not declared here. */
export const markOf = (column: object) => marks.get(configOf(column));

/** An integer key that the store increments. */
export const serial = () => marked(int().primaryKey({ autoIncrement: true }), plain);

/** An integer key that the caller supplies. */
export const externalId = () => marked(int().primaryKey(), plain);

/** A text key that is generated with the row (a UUID, a run id, a digest). */
export const key = () => marked(string().primaryKey(), plain);

/** A generated text without personal data: an id, a digest, an internal name. */
export const code = () => marked(string().notNull(), plain);

export const text = (mark: Mark<string>) => marked(string().notNull(), mark);
export const integer = () => marked(int().notNull(), plain);
export const flag = () => marked(int({ mode: 'boolean' }).notNull(), plain);
/** Bytes. */
export const bytes = (mark: Mark<Buffer>) => marked(blob({ mode: 'buffer' }).notNull(), mark);
export const json = <T>(mark: Mark<T>) => marked(string({ mode: 'json' }).$type<T>().notNull(), mark);

/** A text with one of the given values. The type restricts it; the database has no check. */
export const enumText = <const W extends string>(...words: readonly [W, ...W[]]) =>
    marked(string({ enum: words as [W, ...W[]] }).notNull(), plain);

/** A point in time: milliseconds since 1970, UTC. */
export const time = () => marked(int().notNull(), plain);

export const nullable = {
    code: () => marked(string(), plain),
    text: (mark: Mark<string>) => marked(string(), mark),
    integer: () => marked(int(), plain),
    time: () => marked(int(), plain),
    json: <T>(mark: Mark<T>) => marked(string({ mode: 'json' }).$type<T>(), mark)
};
