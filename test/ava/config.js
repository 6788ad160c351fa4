import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { temporary } from '../support/runs/memory.ts';

// Most of what a test makes, a server with its routes, is garbage soon after. With room for dozens of servers the collector
// finds nearly all of it dead, where otherwise it copies it around: it takes a fifth of the time of all tests.
setFlagsFromString('--min-semi-space-size=64');
setFlagsFromString('--max-semi-space-size=128');

export default {
    extensions: ['ts'],
    files: ['test/**/*.test.ts', '!test/browser/**', '!test/postgres/**'],
    require: ['./test/support/runs/light-hashes.ts', './test/support/runs/seed.ts'],
    timeout: '10m', // only for what hangs: on a busy machine the longest test takes some minutes
    environmentVariables: {
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
        TMPDIR: temporary,
        SEED: process.env.SEED ?? '20261128'
    }
};
