// Jobs through the ledger on PostgreSQL, compared with the ledger on SQLite.
import { joinNodes } from '../../../db/jobs/nodes.ts';
import { openPostgres } from '../../../db/store/postgres/index.ts';
import { alternate, ofBase, type Row } from '../figure.ts';
import { speedFigures, startQueue, stopwatchFor } from '../job-speed.ts';
import { ledgerSpeed, speedOnSqlite } from '../jobs.ts';
import { startDatabases } from './database.ts';

export const jobsOnPostgres: Row = {
    name: 'postgres/jobs',
    async measure(short, progress) {
        const count = short ? 1000 : 10_000;
        await using ends = new AsyncDisposableStack();
        const { queue, dir } = await startQueue(ends);
        const databases = await startDatabases(ends);
        const onPostgres = async () => {
            const { url } = await databases.create();
            const store = await openPostgres({ url, named: true });
            try {
                await store.write((tx) => joinNodes(tx, 'bench', 1));
                const start = stopwatchFor(dir, databases.dir);
                return await ledgerSpeed(store, queue, { count, start, node: 'bench' });
            } finally {
                await store.close();
            }
        };
        const samples = await alternate({
            repeats: 3,
            measured: onPostgres,
            base: () => speedOnSqlite(queue, { count, start: stopwatchFor(dir) }),
            progress
        });
        return speedFigures(samples, { ...label, unit: 'jobs/s' }, { ...label, unit: 'jobs/CPU s' });
    }
};

const label = { row: 'postgres/jobs, exactly once', against: 'sqlite', goal: ofBase(0.5) };
