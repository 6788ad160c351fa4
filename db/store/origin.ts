// Which request of the web something is done for: its id goes along to the jobs that it wants, and on to theirs.
import { AsyncLocalStorage } from 'node:async_hooks';

/** One attempt of a job. */
interface Attempt {
    jobId: string;
    /** Its number, from 1. */
    attempt: number;
}

interface Origin {
    request: string | undefined;
    attempt: Attempt | undefined;
}

const current = new AsyncLocalStorage<Origin | undefined>();

/** The id of the request that this is done for; null without a request. */
export const originNow = () => current.getStore()?.request ?? null;

/** The attempt of a job that does this; undefined for a request, or for the process itself. */
export const attemptNow = () => current.getStore()?.attempt;

/** Runs the work for a request, or for none, in this attempt of a job. */
export const withOrigin = <T>(request: string | null, attempt: Attempt, work: () => T) =>
    current.run({ request: request ?? undefined, attempt }, work);

/** From now on, all further work of this call belongs to a request. */
export const beginOrigin = (request: string) => current.enterWith({ request, attempt: undefined });

/** Returns the same work, bound to its present origin: a queued write may run in a group that another request has started. */
export function keepOrigin<T, Args extends unknown[]>(work: (...args: Args) => T) {
    const origin = current.getStore();
    return (...args: Args) => current.run(origin, () => work(...args));
}
