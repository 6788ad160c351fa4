// The only module that uses wink: words with their lemma, stem and part of speech.
import { LRUCache } from 'lru-cache';
import type { PartOfSpeech } from 'wink-nlp';
import { stopWords } from '../../../db/sages/words.ts';

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
    out(reader: unknown): unknown;
}

/** What is used of all tokens of a text: to read them together takes a third less time than each as an item. */
interface WinkWords {
    out(): string[];
    out(reader: unknown): unknown[];
    itemAt(at: number): WinkWord;
}

export type Tokenize = (text: string) => Token[];

type Word = Pick<Token, 'low' | 'stem' | 'content'>;

// A build reads a few thousand different words, each hundreds of times, and a stem takes longer than all the rest.
const mostWords = 10_000;

let loaded: Promise<Tokenize> | undefined;

/**
 * Loads the language model, 5 MB and some 200 ms: only when it is needed, and once in a process. wink adds to its data at each
 * load: after some dozens of them a load fails.
 */
export function loadTokenizer(): Promise<Tokenize> {
    return (loaded ??= load());
}

async function load(): Promise<Tokenize> {
    const [{ default: winkNLP }, { default: model }] = await Promise.all([
        import('wink-nlp'),
        import('wink-eng-lite-web-model')
    ]);
    const nlp = winkNLP(model, ['pos']);
    const its: Record<'lemma' | 'stem' | 'pos', unknown> = nlp.its;
    const words = new LRUCache<string, Word>({ max: mostWords });
    const wordOf = (found: string, item: () => WinkWord) => {
        const known = words.get(found) ?? readWord(found, formOf(item().out(its.stem), found));
        words.set(found, known);
        return known;
    };
    return (text) => {
        const tokens: Token[] = [];
        let from = 0;
        const readable = cut(text);
        const read = nlp.readDoc(readable).tokens() as unknown as WinkWords;
        const [lemmas, kinds] = [read.out(its.lemma), read.out(its.pos)];
        read.out().forEach((found, at) => {
            const start = readable.indexOf(found, from);
            if (found.trim() === '' || start < 0) return;
            from = start + found.length;
            const pos = kinds[at] as PartOfSpeech;
            const { low, stem, content } = wordOf(found, () => read.itemAt(at));
            const place = { start, end: from };
            const lemma = formOf(lemmas[at], found); // that of a part of a contraction depends on the other part
            const grammar = { lemma, stem, pos, content: content && pos !== 'PUNCT' };
            tokens.push({ text: text.slice(start, from), low, ...grammar, ...place });
        });
        for (const [at, token] of tokens.entries()) token.pos = posAt(tokens, at);
        return tokens;
    };
}

/** wink takes "marks" in "my colleague marks the order" for a noun, and "people" for a verb. */
function posAt(tokens: readonly Token[], at: number): PartOfSpeech {
    const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
    if (token?.low === 'people') return 'NOUN';
    const isPlural = before?.low === 'people' || (before?.pos === 'NOUN' && isInS(before));
    if (token?.pos !== 'NOUN' || before?.pos !== 'NOUN' || isInS(token) === isPlural)
        return token?.pos ?? 'X';
    const isOnly = () => !tokens.slice(Math.max(0, at - 6), at + 6).some(({ pos }) => /VERB|AUX/.test(pos));
    return /DET|PRON/.test(next?.pos ?? '') || (next?.pos === 'NOUN' && isOnly()) ? 'VERB' : 'NOUN';
}

const isInS = ({ low, lemma }: Token) => low !== lemma && low.endsWith('s');

function readWord(found: string, stem: string): Word {
    const low = found.toLowerCase();
    return { low, stem, content: /[\p{L}\p{N}]/u.test(low) && !stopWords.has(low) };
}

/** wink has no form of a few words, such as `constructor`. */
const formOf = (form: unknown, found: string) => (typeof form === 'string' ? form : found.toLowerCase());

// wink works for half a minute on one word of 50,000 letters; nothing that means anything is this long.
const unbroken = /\S{121,}/g;

const cut = (text: string) =>
    text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(unbroken, (run) => ' '.repeat(run.length));
