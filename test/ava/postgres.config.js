// The tests whose stores can be on PostgreSQL, and those about it. npm run test:postgres starts one and chooses among them.
import one from './config.js';
import { postgresOnly, sqliteOnly } from '../support/runs/engines.ts';

export default {
    ...one,
    files: [
        ...postgresOnly,
        'test/**/*.test.ts',
        'test/together/share-*.ts',
        ...sqliteOnly.map((files) => `!${files}`)
    ]
};
