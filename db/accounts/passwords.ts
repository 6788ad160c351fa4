// argon2id, at most four hashes in parallel: each takes 46 MiB and about 70 ms of a core.
import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Refusal } from '../store/refusal.ts';
import { isEasilyGuessed } from './strength/index.ts';

const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

// The one rule for the length of a password, for setting it and for logging in with it.
const least = 8;
export const longestPassword = 256;

/** Counts code points: a character beyond the basic plane is two units of UTF-16, and one here. */
const lengthOf = (password: string) => Array.from(password).length;

/** Whether a password is short enough to be one: more is not worth a hash. */
export const isPasswordSized = (password: string) => lengthOf(password) <= longestPassword;

/** Whose password it is to be: what names them is easily guessed. */
export interface Owner {
    /** Their login, their address. */
    names?: readonly string[];
    organisation?: string | undefined;
    /** The form field of the password. */
    field?: string;
}

/** Hashes a password as a PHC string. Refuses: invalid_field, as assertPassword does. */
export async function hashPassword(password: string, owner: Owner = {}) {
    await assertPassword(password, owner);
    const nonce = randomBytes(16);
    const tag = await argon2id(password, nonce, cost);
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether this is the password of `hash`. Without a hash it takes the same time and returns false. */
export async function isPassword(password: string, hash: string = nobody) {
    const [, memory, passes, parallelism, nonce = '', tag = ''] = form.exec(hash) ?? [];
    const expected = Buffer.from(tag, 'base64');
    const actual = await argon2id(password, Buffer.from(nonce, 'base64'), {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length
    });
    return timingSafeEqual(actual, expected) && hash !== nobody;
}

/** Refuses: invalid_field for a password that is too short, too long, or a name of its owner. */
export function assertForm(password: string, { names = [], field = 'password' }: Owner = {}) {
    const refuse = (why: string) => {
        throw new Refusal('invalid_field', why, { field });
    };
    if (lengthOf(password) < least) refuse(`The password must have at least ${least} characters.`);
    if (!isPasswordSized(password)) refuse(`The password must have ${longestPassword} characters or fewer.`);
    if (names.some((name) => name.toLowerCase() === password.toLowerCase()))
        refuse('The password must not be the login.');
}

/** Refuses: invalid_field, as assertForm does, and for a password that is easily guessed. */
export async function assertPassword(password: string, owner: Owner = {}) {
    assertForm(password, owner);
    const { names = [], organisation = '', field = 'password' } = owner;
    if (await isEasilyGuessed({ password: password.normalize('NFKC'), names: [...names, organisation] }))
        throw new Refusal('invalid_field', 'This password is too easy to guess. Choose another.', { field });
}

interface Cost {
    memory: number;
    passes: number;
    parallelism: number;
    tagLength: number;
}

const argon2 = promisify(crypto.argon2);
/** A hash that no password matches. */
export function nobodysHash() {
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
}
const nobody = nobodysHash();

async function argon2id(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
    return limited(() =>
        argon2('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, ...cost })
    );
}

function base64(bytes: Buffer) {
    return bytes.toString('base64').replace(/(?<!=)=+$/, '');
}

const limit = pLimit(4);
const longestQueue = 32;

/** Computes up to four hashes in parallel while up to 32 wait. Refuses: unavailable when more would wait. */
function limited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= limit.concurrency + longestQueue)
        throw new Refusal('unavailable', 'Too many people are logging in. Try again in a minute.');
    return limit(work);
}
