// What properties draw is the same in every run of a change: SEED, which the configuration of ava sets. ava loads this before
// each test file. Where it is not set each run draws its own, which a failure prints.
import fc from 'fast-check';
import { seeded } from './size.ts';

fc.configureGlobal(seeded);
