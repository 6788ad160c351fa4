// The migrations create what the tables declare: a column without its default would be read as missing in rows of before.
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { Column, is } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../../db/migrations/schema.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(() => folder.remove());

const inStore = ({ name }: { name: string }) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** As SQLite has a default; one of JSON is a text. */
const literal = (value: unknown) => {
    if (value === undefined) return null;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return typeof value === 'number' || typeof value === 'boolean' ? text : `'${text}'`;
};

test('each table of a new store has the columns and the indexes that it declares', async (t) => {
    const file = folder.nextFile();
    await (await folder.fresh(file)).close();
    const sqlite = new Sqlite(file, { readonly: true });
    t.teardown(() => void sqlite.close());
    const all = (query: string, ...values: string[]) =>
        sqlite
            .prepare(query)
            .raw()
            .all(...values);
    for (const table of Object.values<SQLiteTable>(tables)) {
        const { name, columns, indexes } = getTableConfig(table);
        t.deepEqual(
            all(
                'SELECT name, lower(type), "notnull", dflt_value FROM pragma_table_info(?) ORDER BY name',
                name
            ),
            columns
                .map((one) => [inStore(one), one.getSQLType(), Number(one.notNull), literal(one.default)])
                .toSorted(byName),
            name
        );
        for (const { config } of indexes)
            t.deepEqual(
                [
                    all(
                        'SELECT "unique", partial FROM pragma_index_list(?) WHERE name = ?',
                        name,
                        config.name
                    ),
                    all('SELECT name FROM pragma_index_info(?)', config.name)
                ],
                [
                    [[Number(config.unique), Number(config.where !== undefined)]],
                    config.columns.map((one) => [is(one, Column) ? inStore(one) : null])
                ],
                config.name
            );
    }
});

const byName = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1);
