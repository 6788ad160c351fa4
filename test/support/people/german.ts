// Whether a page for a German reader has an English word in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { compiled } from '../../../words/index.ts';

const catalogue = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../../words/${language}.json`), 'utf8'));

/** The texts of a message that it contains whatever its values are. */
const texts = (message: string) => {
    const parts = compiled('en', 'a test', message).getAst() as { type: number; value?: string }[];
    return parts.flatMap(({ type, value = '' }) => (type === 0 ? [value.trim()] : []));
};

const german = Object.values(catalogue('de')).join('\n');
const english = Object.values(catalogue('en'))
    .flatMap(texts)
    .filter((text) => text.length > 5 && !german.includes(text));
const commonWords =
    /\b(the|you|your|and|is|are|this|with|page|answers?|questions?|saved?|not|evidence|for|hello|date|price|offers?|accept|decline|until|requests?)\b/i;

const escaped = (text: string) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** `own` is what an author or a seller wrote, in whichever language. */
export function assertGerman(
    t: ExecutionContext,
    html: string,
    { where, own = [] }: { where: string; own?: readonly string[] }
) {
    t.regex(html, /<html lang="de"/, where);
    const found = english.filter((text) => html.includes(escaped(text)));
    t.deepEqual(found, [], where);
    const visible = own.reduce((text, one) => text.replaceAll(escaped(one), ''), html);
    t.notRegex(visible.replaceAll(/<[^>]*>/g, ' '), commonWords, where);
}
