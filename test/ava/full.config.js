// The tests of .ci/full, one file after the other: what they measure is not measured beside each other.
import one from './config.js';
import { full } from '../together/alone.ts';

export default { ...one, files: [full, '!test/postgres/**'], concurrency: 1 };
