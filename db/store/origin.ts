// Which request of the web something is done for: its id goes along to the jobs that it wants, and on to theirs.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that this is done for; null without a request. */
export const originNow = () => current.getStore() ?? null;

/** Runs the work for a request, or for none. */
export const withOrigin = <T>(request: string | null, work: () => T) =>
    current.run(request ?? undefined, work);

/** From now on, all further work of this call belongs to a request. */
export const beginOrigin = (request: string) => current.enterWith(request);

/** Returns the same work, bound to its present origin: a queued write may run in a group that another request has started. */
export function keepOrigin<T, Args extends unknown[]>(work: (...args: Args) => T) {
    const origin = current.getStore();
    return (...args: Args) => current.run(origin, () => work(...args));
}
