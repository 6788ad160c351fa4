// One end of a move: the raw rows of a store, for either engine.

/** The column types: both engines store the same values in them. */
export type Kind = 'integer' | 'text' | 'blob';

export interface Table {
    name: string;
    columns: readonly { name: string; kind: Kind }[];
    /** The primary key. Texts of it are sorted by their bytes on both engines. */
    key: readonly string[];
    /** The column that the store counts up, if there is one. */
    counted: string | undefined;
}

export type Row = readonly unknown[];

export interface End {
    count(table: Table): Promise<number>;
    /** The rows by their key, a few at a time. Nothing else may be asked between two of them. */
    batches(table: Table): AsyncIterable<readonly Row[]>;
    insert(table: Table, rows: readonly Row[]): Promise<void>;
    /** The highest number that was ever given in the counted column; undefined where none was. */
    lastNumber(table: Table): Promise<number | undefined>;
    setLastNumber(table: Table, last: number): Promise<void>;
    /** Writes where the data have gone. */
    mark(movedTo: string): Promise<void>;
    commit(): Promise<void>;
    /** Undoes what was not committed. */
    close(): Promise<void>;
}

export const quoted = (name: string) => `"${name}"`;
export const listed = (names: readonly string[]) => names.map(quoted).join(', ');
export const namesOf = ({ columns }: Table) => listed(columns.map(({ name }) => name));

/** All rows of a table, in the order of its key. */
export const selectAll = (table: Table) =>
    `select ${namesOf(table)} from ${quoted(table.name)} order by ${listed(table.key)}`;

const bytesAtOnce = 1024 * 1024;
const mostAtOnce = 1000;

/** How many rows are to be read next, so that they take about a megabyte, after those that were just read. */
export function nextSize(rows: readonly Row[]) {
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    return Math.max(1, Math.min(mostAtOnce, Math.floor((bytesAtOnce * rows.length) / (bytes + 1))));
}

/** Whether rows that are read one by one are enough to be passed on. */
export const isEnough = (count: number, bytes: number) => count >= mostAtOnce || bytes >= bytesAtOnce;

export const sizeOf = (row: Row) =>
    row.reduce<number>(
        (sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
        0
    );
