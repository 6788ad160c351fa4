import { stemmer } from 'stemmer';

// Scripts without spaces are read character by character; `C++` and `C#` are words.
const pattern =
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]][[\p{L}\p{N}\p{M}\u2060'’+#]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]*/gv;
const longest = 60;

interface Word {
    stem: string;
    /** Where it ends in the text. */
    end: number;
}

/** The words of a text in order. */
export function* wordsIn(text: string): Generator<Word, undefined> {
    const stems = new Map<string, string>();
    for (const { 0: found, index } of text.matchAll(pattern)) {
        const word = normalise(found);
        const stem = stems.get(word) ?? stemOf(word);
        stems.set(word, stem);
        yield { stem, end: index + found.length };
    }
}

/** The stems of a phrase: what two spellings of the same words have in common. */
export const stemsOf = (phrase: string) => Array.from(wordsIn(phrase), ({ stem }) => stem);

/** Lower case, without accents and apostrophes. */
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
