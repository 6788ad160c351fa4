// Every proof, in the order of the list of promises.
import type { Proof } from '../proof.ts';
import * as all from './all.ts';

export const proofs: readonly Proof[] = Object.values(all);
