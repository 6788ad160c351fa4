import { type Word, wordsIn } from './words.ts';

// One mark is enough to find where its sentence ends; a run of them would be read again from each.
const boundary = /[.!?…]["'”’)\]]*\s+|[。！？]+|[\r\n]+/g;
const clauseMark = /[,;:()–—]/;
const clauseWords = new Set([
    'but',
    'until',
    'because',
    'then',
    'so',
    'however',
    'before',
    'aber',
    'mais',
    'pero'
]);
// A text without punctuation is cut, so that one remark cannot speak for the whole of it.
const mostWords = 60;

interface Token extends Word {
    /** Counts up at a comma or a conjunction: a negation does not reach into the next clause. */
    clause: number;
}

export interface Sentence {
    start: number;
    end: number;
    tokens: Token[];
    /** The place of each stem among the tokens. */
    places: Map<string, number[]>;
}

/** Splits a text (masked, so that offsets stay valid) lazily into sentences of at most 60 words. */
function* sentencesIn(text: string): Generator<Sentence, undefined> {
    const words = wordsIn(text);
    let word = words.next().value;
    for (const end of endsIn(text)) {
        let some: Word[] = [];
        for (; word && word.end <= end; word = words.next().value) {
            if (some.length === mostWords) {
                yield sentence(text, some, end);
                some = [];
            }
            some.push(word);
        }
        if (some.length > 0) yield sentence(text, some, end);
    }
}

export const sentencesOf = (text: string) => [...sentencesIn(text)];

function* endsIn(text: string) {
    for (const match of text.matchAll(boundary)) yield match.index + match[0].length;
    yield text.length;
}

function sentence(text: string, words: Word[], boundaryEnd: number): Sentence {
    const start = words[0]?.start ?? 0;
    const last = words.at(-1)?.end ?? start;
    const closing =
        words.length === mostWords ? '' : (/^[^\s]{0,3}/u.exec(text.slice(last, boundaryEnd))?.[0] ?? '');
    const tokens = withClauses(text, words);
    return { start: opening(text, start), end: last + closing.length, tokens, places: placesOf(tokens) };
}

/** A role tag, brace or quotation mark before the first word belongs to the sentence. */
function opening(text: string, start: number) {
    let at = start;
    while (at > 0 && start - at < 8 && /[^\s\p{L}\p{N}\p{Cs}.!?。！？]/u.test(text.charAt(at - 1))) at -= 1;
    return at;
}

function withClauses(text: string, words: Word[]): Token[] {
    let clause = 0;
    return words.map(({ word, stem, start, end }, index) => {
        const before = words[index - 1];
        const parted = before !== undefined && clauseMark.test(text.slice(before.end, start));
        if (parted || clauseWords.has(word)) clause += 1;
        return { word, stem, start, end, clause };
    });
}

function placesOf(tokens: readonly Token[]) {
    const places = new Map<string, number[]>();
    for (const [index, { stem }] of tokens.entries()) {
        const known = places.get(stem);
        if (known) known.push(index);
        else places.set(stem, [index]);
    }
    return places;
}
