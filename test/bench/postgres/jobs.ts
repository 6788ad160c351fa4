// Jobs through the ledger on PostgreSQL, compared with the ledger on SQLite.
import { join } from 'node:path';
import { pino } from 'pino';
import { joinNodes } from '../../../db/jobs/nodes.ts';
import { openPostgres } from '../../../db/store/postgres/index.ts';
import { startPostgres } from '../../../jobs/queue/postgres.ts';
import { temporaryFolder } from '../../support/servers/process.ts';
import { alternate, figure, type Row } from '../figure.ts';
import { type Speed, stopwatchFor } from '../job-speed.ts';
import { ledgerSpeed, speedOnSqlite } from '../jobs.ts';
import { startDatabases } from './database.ts';

export const jobsOnPostgres: Row = {
    name: 'postgres/jobs',
    async measure(short, progress) {
        const count = short ? 1000 : 10_000;
        await using ends = new AsyncDisposableStack();
        const folder = await temporaryFolder();
        ends.defer(folder.remove);
        const dir = join(folder.path, 'postgres');
        const log = pino({ level: 'silent' });
        const queue = await startPostgres({ dir, password: 'only for this run', log });
        ends.defer(() => queue.stop());
        await queue.ready();
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
        const by = (speed: keyof Speed) => ({
            measured: samples.measured.map((one) => one[speed]),
            base: samples.base.map((one) => one[speed])
        });
        return [
            figure({ ...label, unit: 'jobs/s' }, by('perSecond')),
            figure({ ...label, unit: 'jobs/CPU s' }, by('perProcessorSecond'))
        ];
    }
};

const label = {
    row: 'postgres/jobs, exactly once',
    against: 'sqlite',
    goal: { of: 'ratio', is: 'at least', value: 0.5 }
} as const;
