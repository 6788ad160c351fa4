// Whether a failure passes by itself, so that the same start or command may succeed later.
import { Refusal } from '../store/refusal.ts';
import { isStoreStuck } from '../store/index.ts';

/** An address that comes later, a name that does not resolve yet, a disk that is full or away, a process limit. */
const passing = [
    'EADDRINUSE',
    'EADDRNOTAVAIL',
    'EAI_AGAIN',
    'ENOTFOUND',
    'ENOSPC',
    'EDQUOT',
    'EIO',
    'ESTALE',
    'EBUSY',
    'EMFILE',
    'ENFILE',
    'ENOMEM',
    'EAGAIN'
];

/** Whether only time must pass: an exit code of 75. Otherwise something must be changed first: 78. */
export function passesByItself(error: unknown): boolean {
    if (error instanceof Refusal) return error.reason === 'unavailable';
    if (isStoreStuck(error)) return true;
    if (!(error instanceof Error)) return false;
    const { code = '' } = error as NodeJS.ErrnoException;
    return passing.includes(code) || passesByItself(error.cause);
}
