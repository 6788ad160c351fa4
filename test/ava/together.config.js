// All tests of a change that start no programs, most of them many files to a worker: loading the product takes longer than
// most files.
import { availableParallelism } from 'node:os';
import one from './config.js';
import { alone, inOrderOf } from '../together/alone.ts';

const shares = Math.min(Math.max(availableParallelism(), 2), 4);

export default {
    ...one,
    files: [`test/together/share-[1-${shares}].ts`, ...alone],
    sortTestFiles: inOrderOf(['test/together/*', ...alone]), // those that take longest first
    environmentVariables: { ...one.environmentVariables, SHARES: String(shares) }
};
