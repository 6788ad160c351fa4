// The tests whose stores can be on PostgreSQL, and those about it. npm run test:postgres starts one and chooses among them.
import { availableParallelism } from 'node:os';
import one from './config.js';
import { postgresOnly, sqliteOnly } from '../support/runs/engines.ts';
import { alone, inOrderOf, processes } from '../together/alone.ts';

export default {
    ...one,
    concurrency: availableParallelism() + 1, // for a third of its time a worker waits for PostgreSQL
    // Those that wait for programs run together with those that use the processor.
    sortTestFiles: inOrderOf([
        'test/together/share-[12].ts',
        ...postgresOnly,
        processes,
        'test/together/share-*.ts',
        ...alone
    ]),
    files: [
        ...postgresOnly,
        'test/**/*.test.ts',
        'test/together/share-*.ts',
        ...sqliteOnly.map((files) => `!${files}`)
    ]
};
