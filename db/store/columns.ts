// The column types of all tables, limited to what both SQLite and PostgreSQL have.
import { blob, integer as int, text as string } from './drizzle.ts';

/** An integer key that the store increments. */
export const serial = () => int().primaryKey({ autoIncrement: true });

/** An integer key that the caller supplies. */
export const externalId = () => int().primaryKey();

/** A text key that is generated with the row (a UUID, a run id, a digest). */
export const key = () => string().primaryKey();

export const text = () => string().notNull();
export const integer = () => int().notNull();
export const flag = () => int({ mode: 'boolean' }).notNull();
/** Bytes. */
export const bytes = () => blob({ mode: 'buffer' }).notNull();
export const json = <T>() => string({ mode: 'json' }).$type<T>().notNull();

/** A text with one of the given values. The type restricts it; the database has no check. */
export const enumText = <const W extends string>(...words: readonly [W, ...W[]]) =>
    string({ enum: words as [W, ...W[]] }).notNull();

/** A point in time: milliseconds since 1970, UTC. */
export const time = () => int().notNull();

export const nullable = {
    text: () => string(),
    integer: () => int(),
    time: () => int(),
    json: <T>() => string({ mode: 'json' }).$type<T>()
};
