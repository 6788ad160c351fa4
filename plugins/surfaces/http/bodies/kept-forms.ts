// For the polls of a build, whose clients send the same few bytes every other second: each form is parsed and validated once.
import { LRUCache } from 'lru-cache';

type Fields = Readonly<Record<string, unknown>>;

const most = 1000;
const largest = 512;

/** Wraps a parser that depends on the bytes alone. It returns the same frozen fields for the same small form; no error is kept. */
export function keptForms(parse: (bytes: Buffer) => Fields) {
    const kept = new LRUCache<string, Fields>({ max: most });
    return (bytes: Buffer): Fields => {
        if (bytes.length > largest) return parse(bytes);
        const key = bytes.toString('latin1'); // one character a byte, so that no two forms share a key
        const known = kept.get(key);
        if (known) return known;
        const fields = Object.freeze(parse(bytes));
        kept.set(key, fields);
        return fields;
    };
}

/** Wraps a check that depends on the fields alone. Its result is kept as long as these fields are. */
export function oncePerForm<Checked extends object>(check: (fields: Fields) => Checked) {
    const kept = new WeakMap<Fields, Checked>();
    return (fields: Fields): Checked => {
        const known = kept.get(fields);
        if (known) return known;
        const checked = Object.freeze(check(fields));
        kept.set(fields, checked);
        return checked;
    };
}
