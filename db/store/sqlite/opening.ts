// What keeps SQLite from opening a file, with the name of the file: SQLite's own errors have none.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Does this with a file. Throws what SQLite throws with the file, its cause, and what to do about a log that may not belong to it. */
export function namingFile<T>(file: string, open: () => T): T {
    try {
        return open();
    } catch (error) {
        if (
            !(error instanceof Sqlite.SqliteError) ||
            !/^SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|PERM|AUTH)/.test(error.code)
        )
            throw error;
        throw new Error(
            `${file} cannot be used: ${error.message} (${error.code}).${adviceOn(file, error.code)}`,
            {
                cause: error
            }
        );
    }
}

/** Whoever puts an earlier file back, and leaves the log of the newer one beside it, gets a mixture of both. */
function adviceOn(file: string, code: string) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return '';
    const name = basename(file);
    return existsSync(`${file}-wal`)
        ? ` If you put ${name} back from a copy, the log beside it is of the newer one: delete ${name}-wal and ${name}-shm.`
        : ' Restore a backup.';
}
