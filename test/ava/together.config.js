// All tests of a change that start no programs, most of them many files to a worker: loading the product takes longer than
// most files.
import one from './config.js';
import { alone, inOrderOf } from '../together/alone.ts';

export default {
    ...one,
    files: ['test/together/share-*.ts', ...alone],
    sortTestFiles: inOrderOf([...alone, 'test/together/*'])
};
