// The only module that uses wink: words with their lemma, stem and part of speech.
import type { ItemToken, PartOfSpeech } from 'wink-nlp';
import { stopWords } from './word-lists.ts';

export interface Token {
    text: string;
    low: string;
    lemma: string;
    stem: string;
    pos: PartOfSpeech;
    /** Whether the token has content; stop words and punctuation have none. */
    content: boolean;
    /** Its place in the text of which it is a part. */
    start: number;
    end: number;
}

/** What is used of a token of wink, whose own types do not admit its own readers. */
interface WinkWord {
    out(reader?: unknown): string;
}

export type Tokenize = (text: string) => Token[];

/** Loads the language model, 5 MB and some 200 ms: only where somebody reads. */
export async function loadTokenizer(): Promise<Tokenize> {
    const [{ default: winkNLP }, { default: model }] = await Promise.all([
        import('wink-nlp'),
        import('wink-eng-lite-web-model')
    ]);
    const nlp = winkNLP(model, ['pos']);
    const its: Record<'lemma' | 'stem' | 'pos', unknown> = nlp.its;
    return (text) => {
        const tokens: Token[] = [];
        let from = 0;
        const readable = cut(text);
        nlp.readDoc(readable)
            .tokens()
            .each((item: ItemToken) => {
                const word = item as unknown as WinkWord;
                const found = word.out();
                const start = readable.indexOf(found, from);
                if (found.trim() === '' || start < 0) return;
                from = start + found.length;
                const pos = word.out(its.pos) as PartOfSpeech;
                const lemma = formOf(word, its.lemma);
                const grammar = { lemma, stem: formOf(word, its.stem), pos };
                tokens.push(tokenOf(text.slice(start, from), start, grammar));
            });
        return tokens;
    };
}

/** wink has no form of a few words, such as `constructor`. */
function formOf(word: WinkWord, reader: unknown) {
    const form: unknown = word.out(reader);
    return typeof form === 'string' ? form : word.out().toLowerCase();
}

// wink works for half a minute on one word of 50,000 letters; nothing that means anything is this long.
const unbroken = /\S{121,}/g;

const cut = (text: string) =>
    text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(unbroken, (run) => ' '.repeat(run.length));

type Grammar = Pick<Token, 'lemma' | 'stem' | 'pos'>;

function tokenOf(text: string, start: number, grammar: Grammar): Token {
    const low = text.replaceAll(/[\u2018\u2019]/g, "'").toLowerCase();
    const content = /[\p{L}\p{N}]/u.test(low) && !stopWords.has(low) && grammar.pos !== 'PUNCT';
    return { text, low, ...grammar, content, start, end: start + text.length };
}
