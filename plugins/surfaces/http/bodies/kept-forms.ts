// For the polls of a build, whose clients send the same few bytes every other second: each form is parsed once.
import { LRUCache } from 'lru-cache';

type Fields = Readonly<Record<string, unknown>>;

const most = 1000;
const largest = 512;

/** Wraps a parser that depends on the bytes alone. It returns the same frozen fields for the same small form; no error is kept. */
export function keptForms(parse: (bytes: Buffer) => Fields) {
    const kept = new LRUCache<string, Fields, Buffer>({
        max: most,
        memoMethod: (_key, _old, { context }) => Object.freeze(parse(context))
    });
    return (bytes: Buffer): Fields =>
        bytes.length > largest ? parse(bytes) : kept.memo(bytes.toString('latin1'), { context: bytes }); // one character a byte: no two forms share a key
}
