import type { Reader } from './store.ts';

interface Statement<Row> {
    execute(args?: Record<string, unknown>): Promise<Row[]> | Row[];
}
interface Preparable<Row> {
    prepare(): { execute(args?: Record<string, unknown>): unknown } & { readonly __row?: Row };
}
type RowOf<Q> = Q extends { _: { readonly result: readonly (infer Row)[] } } ? Row : never;

/**
 * A select that is prepared once per connection handle: on the reader for requests, on the writer
 * inside a transaction, where it sees that transaction's own rows. Placeholders are named.
 */
export function query<Q extends Preparable<unknown>>(build: (on: Reader) => Q) {
    const statements = new WeakMap<Reader, Statement<RowOf<Q>>>();
    const on = (handle: Reader) => {
        let statement = statements.get(handle);
        if (!statement) {
            statement = build(handle).prepare() as unknown as Statement<RowOf<Q>>;
            statements.set(handle, statement);
        }
        return statement;
    };
    return {
        async all(handle: Reader, args: Record<string, unknown> = {}): Promise<RowOf<Q>[]> {
            return on(handle).execute(args);
        },
        /** The first row, or undefined. */
        async first(handle: Reader, args: Record<string, unknown> = {}): Promise<RowOf<Q> | undefined> {
            return (await on(handle).execute(args))[0];
        }
    };
}
