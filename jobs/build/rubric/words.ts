import { stemmer } from 'stemmer';

// Scripts without spaces are read character by character; `C++` and `C#` are words.
const pattern =
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]][[\p{L}\p{N}\p{M}\u2060'’+#]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]*/gv;
const longest = 60;

export interface Word {
    /** Lower case, without accents and apostrophes. */
    word: string;
    stem: string;
    start: number;
    end: number;
}

/** The words of a text in order, with their places in it. */
export function* wordsIn(text: string): Generator<Word, undefined> {
    const stems = new Map<string, string>();
    for (const match of text.matchAll(pattern)) yield readWord(match[0], match.index, stems);
}

/** The stems of a phrase: what two spellings of the same words have in common. */
export const stemsOf = (phrase: string) => Array.from(wordsIn(phrase), ({ stem }) => stem);

function readWord(found: string, start: number, stems: Map<string, string>): Word {
    const word = normalise(found);
    const known = stems.get(word);
    const stem = known ?? stemOf(word);
    if (known === undefined) stems.set(word, stem);
    return { word, stem, start, end: start + found.length };
}

const normalise = (found: string) =>
    plain.test(found)
        ? found.toLowerCase()
        : found
              .replaceAll('\u2060', '')
              .normalize('NFKD')
              .replace(/[\p{M}'’]/gu, '')
              .toLowerCase();

const plain = /^[A-Za-z0-9]+$/;
const english = /^[a-z]+$/;
// hypotheses and analyses, which Porter's stemmer does not bring together with their singular
const greekPlural = /(?<=the|aly)ses$/;

function stemOf(word: string) {
    if (!english.test(word) || word.length > longest) return word;
    return stemmer(word.replace(greekPlural, 'sis'));
}
