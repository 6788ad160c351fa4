// A proof of work that needs no internet: the browser searches for a number whose digest starts with enough zero bits.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { useOnce } from '../../../db/accounts/short-lived/spent.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import type { App } from '../../app.ts';
import { type CheckedAction, notHuman } from './check.ts';

const life = 2 * 60_000;

/** Challenges are signed and not stored; used challenges are stored until they expire, for all nodes. */
export function proofOfWork({ config, secrets, store, now }: App) {
    const { bits } = config.humanCheck;
    const keys = keysOf(secrets, 'challenge');
    return {
        challenge(action: CheckedAction) {
            const expires = now() + life;
            const text = `${action}~${expires}~${randomBytes(12).toString('base64url')}`;
            return { challenge: `${text}~${sign(text, secrets.challenge)}`, difficulty: bits, expires };
        },
        pass: async (token: string, wanted: CheckedAction) => {
            const [, challenge = ''] = /^(.*)\.\d+$/s.exec(token) ?? [];
            const cut = challenge.lastIndexOf('~');
            const text = challenge.slice(0, Math.max(cut, 0));
            const [action, expires = '0'] = text.split('~');
            const isOurs = keys(now()).some((key) => areEqual(challenge.slice(cut + 1), sign(text, key)));
            const isGood = isOurs && action === wanted && Number(expires) > now();
            if (!isGood || zeroBits(token) < bits) throw notHuman();
            const isFirst = await store.write((tx) => useOnce(tx, challenge, Number(expires)));
            if (!isFirst) throw notHuman();
        }
    };
}

const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');

function areEqual(given: string, made: string) {
    const [a, b] = [Buffer.from(given), Buffer.from(made)];
    return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the number of leading zero bits of the text's SHA-256. */
function zeroBits(text: string) {
    const digest = createHash('sha256').update(text).digest();
    const byte = digest.findIndex((value) => value !== 0);
    return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}
