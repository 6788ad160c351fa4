// A process that opens a store, as a start does, and is killed just before one of its statements.
import Sqlite from 'better-sqlite3';
import { openSqlite } from '../../db/store/sqlite/index.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Has each statement counted. Answers how many there were. */
function countStatements(each: (count: number) => void) {
    let count = 0;
    const probe = new Sqlite(':memory:');
    const statement = Object.getPrototypeOf(probe.prepare('select 1')) as Record<string, Method>;
    probe.close();
    for (const [holder, names] of [
        [statement, ['run', 'get', 'all', 'iterate']],
        [Sqlite.prototype as unknown as Record<string, Method>, ['exec']]
    ] as const)
        for (const name of names) {
            const method = holder[name];
            if (!method) throw new Error(`there is no ${name}`);
            holder[name] = function (...given) {
                each(count);
                count += 1;
                return Reflect.apply(method, this, given);
            };
        }
    return () => count;
}

if (import.meta.main) {
    const [file = '', before = ''] = process.argv.slice(2);
    const counted = countStatements((count) => {
        if (String(count) === before) process.kill(process.pid, 'SIGKILL');
    });
    const store = openSqlite(file);
    process.stdout.write(String(counted()));
    await store.close();
}
