// Only one email of this process at a time is between the end of its text and the commit that marks it as sent.
import { Readable } from 'node:stream';
import pLimit from 'p-limit';

/** Starts a turn: resolves when the earlier turns have ended. */
export type AcquireSendSlot = () => Promise<void>;

/** Turns, one at a time, in the order in which they are started. Each ends when `ends` is disposed, started or not. */
export function createSendQueue() {
    const line = pLimit(1);
    return (ends: DisposableStack): AcquireSendSlot => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        ends.defer(end);
        return () =>
            new Promise((begin) => {
                void line(() => {
                    begin();
                    return ended;
                });
            });
    };
}

/**
 * The text of an email, whose end waits for the turn. A mail server accepts an email when it reads the end: until then it may
 * have all of the text, and nothing happens if the connection is lost.
 */
export function endInSendSlot(text: Readable, begin: AcquireSendSlot, signal: AbortSignal) {
    return Readable.from(
        (async function* () {
            yield* text;
            await begin();
            signal.throwIfAborted();
        })()
    );
}
