// The few column kinds that tables are made of: what SQLite and PostgreSQL both have.
import { blob, integer as int, text as string } from './drizzle.ts';

/** An integer key that the store counts up. */
export const serial = () => int().primaryKey({ autoIncrement: true });

/** An integer key that whoever writes the row brings along. */
export const externalId = () => int().primaryKey();

/** A key that is drawn where the row is made (a UUID, a run id, a digest). */
export const key = () => string().primaryKey();

export const text = () => string().notNull();
export const integer = () => int().notNull();
export const flag = () => int({ mode: 'boolean' }).notNull();
/** Bytes. */
export const bytes = () => blob({ mode: 'buffer' }).notNull();
export const json = <T>() => string({ mode: 'json' }).$type<T>().notNull();

/** A text that only holds the given words; the type knows them, the rules write nothing else. */
export const enumText = <const W extends string>(...words: readonly [W, ...W[]]) =>
    string({ enum: words as [W, ...W[]] }).notNull();

/** A moment: milliseconds since 1970, UTC. */
export const time = () => int().notNull();

export const nullable = {
    text: () => string(),
    integer: () => int(),
    time: () => int(),
    json: <T>() => string({ mode: 'json' }).$type<T>()
};
