// All tests, most of them many files to a worker: loading the product takes longer than most files.
import one from './ava.config.js';
import { alone } from './test/together/alone.ts';

export default { ...one, files: [...alone, 'test/together/share-*.ts'] };
