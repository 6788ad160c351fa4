// Which request of the web something is done for: its id goes along to the jobs that it wants, and on to theirs.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that this is done for; null where nobody asked. */
export const originNow = () => current.getStore() ?? null;

/** Does this for a request, or for nobody. */
export const withOrigin = <T>(origin: string | null, work: () => T) => current.run(origin ?? undefined, work);

/** From now on, whatever this call goes on to do is done for a request. */
export const beginOrigin = (origin: string) => current.enterWith(origin);

/** Returns the same work, done for whom it is wanted now: writes wait, and run in a turn that others may have begun. */
export function keepOrigin<T, Args extends unknown[]>(work: (...args: Args) => T) {
    const origin = current.getStore();
    return (...args: Args) => current.run(origin, () => work(...args));
}
