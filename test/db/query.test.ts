import test from 'ava';
import Sqlite from 'better-sqlite3';
import { flag, nullable, plain, serial } from '../../db/store/columns.ts';
import { eq, sql, sqliteTable } from '../../db/store/drizzle.ts';
import { inPostgres } from '../../db/store/postgres/handle.ts';
import { preparedWrite, preparedInsert, placeholders, query } from '../../db/store/query.ts';
import { handleOn } from '../../db/store/sqlite/transactions.ts';

const notes = sqliteTable('notes', { id: serial(), isDone: flag(), about: nullable.json<object>(plain) });

function newNotes() {
    const sqlite = new Sqlite(':memory:');
    sqlite.exec('CREATE TABLE notes (id integer PRIMARY KEY AUTOINCREMENT, is_done integer, about text)');
    const tx = handleOn(sqlite);
    return { tx, rows: () => sqlite.prepare('SELECT * FROM notes').all() };
}

test('a prepared insert writes values as their columns hold them, and what is missing as missing', async (t) => {
    const { tx, rows } = newNotes();
    const insert = preparedInsert(notes, 'id');
    await insert(tx, { isDone: true, about: { a: 1 } });
    await insert(tx, { isDone: false, about: null });
    t.deepEqual(rows(), [
        { id: 1, is_done: 1, about: '{"a":1}' },
        { id: 2, is_done: 0, about: null }
    ]);
});

test('a prepared update changes the named columns of the named row, with new values each time', async (t) => {
    const { tx, rows } = newNotes();
    await tx.insert(notes).values([{ isDone: false }, { isDone: false, about: { a: 1 } }]);
    const { id, about } = notes;
    const tell = preparedWrite((on) =>
        on
            .update(notes)
            .set(placeholders({ about }))
            .where(eq(id, sql.placeholder('id')))
    );
    await tell(tx, { id: 1, about: { b: 2 } });
    await tell(tx, { id: 2, about: null });
    t.deepEqual(rows(), [
        { id: 1, is_done: 0, about: '{"b":2}' },
        { id: 2, is_done: 0, about: null }
    ]);
});

test('a prepared select returns the same values as the unprepared select', async (t) => {
    const { tx } = newNotes();
    await tx.insert(notes).values([{ isDone: true, about: { a: 1 } }, { isDone: false }]);
    const { id, isDone, about } = notes;
    const all = query((on) =>
        on
            .select({ id, isDone, about, twice: sql<number>`${id} * 2` })
            .from(notes)
            .orderBy(id)
    );
    t.deepEqual(await all.all(tx), [
        { id: 1, isDone: true, about: { a: 1 }, twice: 2 },
        { id: 2, isDone: false, about: null, twice: 4 }
    ]);
    const whole = query((on) => on.select().from(notes).orderBy(id));
    t.deepEqual(await whole.all(tx), await tx.select().from(notes).orderBy(id));
    t.deepEqual(await whole.first(tx), { id: 1, isDone: true, about: { a: 1 } });
    const none = query((on) => on.select().from(notes).where(eq(id, 9)));
    t.is(await none.first(tx), undefined);
});

test('the first row of a prepared select is read alone, without an error of the second row', async (t) => {
    const { tx } = newNotes();
    await tx.insert(notes).values([{ isDone: true, about: { a: 1 } }, { isDone: true }]);
    await tx
        .update(notes)
        .set({ about: sql`'no JSON'` })
        .where(eq(notes.id, 2));
    const { id, isDone, about } = notes;
    const a = query((on) =>
        on
            .select({ a: sql<number>`json_extract(${about}, '$.a')` })
            .from(notes)
            .where(eq(isDone, sql.param(sql.placeholder('isDone'), isDone)))
            .orderBy(id)
    );
    t.deepEqual(await a.first(tx, { isDone: true }), { a: 1 });
    t.is(await a.first(tx, { isDone: false }), undefined);
    await t.throwsAsync(a.all(tx, { isDone: true }));
    await t.throwsAsync(a.first(tx), undefined, 'a parameter without a value');
});

test('a query is put into words once in a process, and each store has its own rows', async (t) => {
    const [one, other] = [newNotes(), newNotes()];
    let built = 0;
    const all = query((on) => {
        built += 1;
        return on.select({ id: notes.id, isDone: notes.isDone }).from(notes);
    });
    await one.tx.insert(notes).values({ isDone: true });
    t.deepEqual(await all.all(one.tx), [{ id: 1, isDone: true }]);
    t.deepEqual(await all.all(other.tx), []);
    t.is(built, 1);
});

test('a text of SQLite is translated for PostgreSQL', (t) => {
    const insert = `insert into "notes" ("id", "about") values (null, ?), (null, 'a "?", b')`;
    t.is(
        inPostgres(`${insert} on conflict ("notes"."id", "notes"."about") do nothing`),
        `insert into "notes" ("id", "about") values (default, $1), (default, 'a "?", b') on conflict ("id", "about") do nothing`
    );
    t.is(
        inPostgres('select "a?" from "notes" where "about" = ? and "id" in (select value from json_each(?))'),
        'select "a?" from "notes" where "about" = $1 and "id" = any(array(select json_array_elements_text($2)))'
    );
    t.is(
        inPostgres(`insert into "words" ("word", "id") values (null, ?)`),
        `insert into "words" ("word", "id") values (null, $1)`
    );
});
