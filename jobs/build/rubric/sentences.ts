import { wordsIn } from './words.ts';

// One mark is enough to find where its sentence ends; a run of them would be read again from each.
const boundary = /[.!?…]["'”’)\]]*\s+|[。！？]+|[\r\n]+/g;
// A text without punctuation is cut, so that one remark cannot speak for the whole of it.
const mostWords = 60;

/** The stems of a sentence, in their order. */
export type Sentence = readonly string[];

/** Splits a text into sentences of at most 60 words. */
export function sentencesOf(text: string): Sentence[] {
    const sentences: Sentence[] = [];
    const words = wordsIn(text);
    let word = words.next().value;
    for (const end of endsIn(text)) {
        let stems: string[] = [];
        for (; word && word.end <= end; word = words.next().value) {
            if (stems.length === mostWords) {
                sentences.push(stems);
                stems = [];
            }
            stems.push(word.stem);
        }
        if (stems.length > 0) sentences.push(stems);
    }
    return sentences;
}

function* endsIn(text: string) {
    for (const match of text.matchAll(boundary)) yield match.index + match[0].length;
    yield text.length;
}
