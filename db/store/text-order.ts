/**
 * Compares two texts by their UTF-8 bytes, as SQLite does. The order of texts that end up in a digest is made here and not
 * in a query, because other databases order texts by the rules of a language.
 */
export const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
