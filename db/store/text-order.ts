/**
 * Compares two texts by their UTF-8 bytes, as SQLite does. Texts that end up in a digest are sorted here and not in a query,
 * because other databases sort by the rules of a language.
 */
export const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
