// Nonces per action: 20 hex characters, valid for 12 to 24 hours, one user and one session.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Capability, holdsAny } from '../../../db/accounts/capabilities.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import type { Keys } from '../../../db/installation/secrets.ts';

export type NonceName =
    | 'svc_frontend_nonce'
    | 'svc_admin_nonce'
    | 'svc_sales_calc'
    | 'svc_rest'
    | 'reset_password_nonce';

const tickLength = 12 * 60 * 60 * 1000;
const shape = /^[0-9a-f]{20}$/;

/** The holder of the public nonces, for visitors who are not logged in. */
const anonymous = { id: 0, session: '' };
type Holder = Pick<Actor, 'id' | 'session'>;

export function nonceFor(secret: string, name: NonceName, holder: Holder = anonymous, at: number) {
    return digest(secret, message(Math.ceil(at / tickLength), name, holder));
}

const mostKept = 5000;

/**
 * Returns the check of nonces: one is valid in the tick of its creation and in the next one. The comparison takes constant time.
 * The expected values of a session are cached, because a browser sends the same nonce with each of its requests. `leeway`, in
 * milliseconds, is how far the clock of the node that created a nonce may be ahead.
 */
export function nonceCheck(keys: Keys, leeway = 0) {
    const kept = new LRUCache<string, Buffer, [secret: string, text: string]>({
        max: mostKept,
        memoMethod: (_key, _old, { context }) => Buffer.from(digest(...context))
    });
    const expected = (secret: string, text: string) =>
        kept.memo(`${text}|${secret}`, { context: [secret, text] });
    return (given: unknown, name: NonceName, holder: Holder = anonymous, at: number) => {
        if (typeof given !== 'string' || !shape.test(given)) return false;
        const tick = Math.ceil(at / tickLength);
        const actual = Buffer.from(given);
        const latest = Math.ceil((at + leeway) / tickLength); // another tick only at the end of this one
        const ticks = latest === tick ? [tick, tick - 1] : [latest, tick, tick - 1];
        return keys(at).some((secret) =>
            ticks.some((one) => timingSafeEqual(actual, expected(secret, message(one, name, holder))))
        );
    };
}

const holders: Record<Exclude<NonceName, 'reset_password_nonce'>, readonly Capability[]> = {
    svc_frontend_nonce: [],
    svc_rest: [],
    svc_admin_nonce: ['ss_admin_all', 'ss_council_admin', 'power_user'],
    svc_sales_calc: ['ss_sales', 'ss_sales_admin', 'ss_admin_all']
};

/** Returns every nonce that this user may use, by name. */
export function noncesOf(secret: string, actor: Actor, at: number) {
    const usable = Object.entries(holders).filter(
        ([, needed]) => needed.length === 0 || holdsAny(actor.capabilities, needed)
    );
    return Object.fromEntries(usable.map(([name]) => [name, nonceFor(secret, name as NonceName, actor, at)]));
}

const message = (tick: number, name: NonceName, { id, session }: Holder) =>
    `${tick}|${name}|${id}|${session}`;

const digest = (secret: string, text: string) =>
    createHmac('sha256', secret).update(text).digest('hex').slice(0, 20);
