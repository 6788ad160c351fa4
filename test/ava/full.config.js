// The tests of .ci/full, one file after the other: what they measure is not measured beside each other. Each run draws anew.
import one from './config.js';
import { full } from '../together/alone.ts';

const { SEED: _, ...environmentVariables } = one.environmentVariables;

export default { ...one, files: [full, '!test/postgres/**'], concurrency: 1, environmentVariables };
