import crypto from 'node:crypto';

/** SHA-256 in hex: how secrets rest, and what tells two texts apart. */
export const sha256 = (text: string) => crypto.hash('sha256', text);
