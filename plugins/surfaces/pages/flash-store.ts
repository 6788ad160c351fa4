// What a redirect cannot carry, kept until the next page shows it: of any node, for ten minutes.
import { LRUCache } from 'lru-cache';
import {
    dropKeptForm,
    findKeptForm,
    keepForm,
    keptFormId
} from '../../../db/accounts/short-lived/kept-forms.ts';
import { isStoreStuck } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { limiter } from '../auth/rate-limits.ts';
import type { Flash } from '../http/form-post.ts';

/** The part of an outcome that is stored for its page in addition to the cookie. */
export type Kept = Pick<Flash, 'typed' | 'undo'>;
export type ShortMemory = ReturnType<typeof shortMemory>;

/** Milliseconds. */
export const life = 10 * 60_000;
/** The most characters of a form that are kept; there are 500 forms at most. */
const longestKept = 64 * 1024;
const longestOfStrangers = 16 * 1024;

/** Keeps what is too long for a cookie, or no business of it. Its size is bounded. */
export function shortMemory({ store, now }: App) {
    // For a store that takes no write: people must not lose what they typed, and the next page is likely of this node.
    const whileStuck = new LRUCache<string, Kept>({
        max: 500,
        ttl: life - 1,
        ttlResolution: 0,
        perf: { now }
    });
    const strangers = limiter('forms of strangers', 30, 60); // each is a write
    const isLeftTo = (address: string) =>
        strangers.count(address).then(
            () => true,
            () => false
        );
    return {
        /** Whether it is short enough to be stored. Logged-out visitors get little room. */
        holds: ({ typed }: Kept, stranger?: string) =>
            lengthOf(typed) <= (stranger === undefined ? longestKept : longestOfStrangers),
        /** Returns the name under which it is stored; empty where there is nothing to store, or too often. */
        async keep(what: Kept, stranger?: string) {
            if (lengthOf(what.typed) === 0 && !what.undo) return '';
            if (stranger !== undefined && !(await isLeftTo(stranger))) return '';
            const id = keptFormId();
            await store
                .write((tx) => keepForm(tx, { id, typed: what, endsAt: now() + life }))
                .catch((error: unknown) => {
                    if (!isStoreStuck(error)) throw error;
                    whileStuck.set(id, what);
                });
            return id;
        },
        async take(id: string): Promise<Kept | undefined> {
            if (id === '') return undefined;
            const own = whileStuck.get(id);
            whileStuck.delete(id);
            if (own) return own;
            const found = (await findKeptForm(store.read, id, now())) as Kept | undefined;
            if (found) void store.writeSoon((tx) => dropKeptForm(tx, id)).catch(() => undefined); // it ends anyway
            return found;
        }
    };
}

const lengthOf = (typed: Kept['typed']) => Object.values(typed).join('').length;
