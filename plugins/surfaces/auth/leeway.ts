import type { Config } from '../../../config/index.ts';

const seconds = 1000;

/** How far, in milliseconds, the clock of another node may be ahead of ours: 0 without other nodes. */
export const leewayOf = ({ database }: Config) => (database ? 5 * seconds : 0);
