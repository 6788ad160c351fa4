import { createHash } from 'node:crypto';

/** SHA-256 in hex: how secrets rest, and what tells two texts apart. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
