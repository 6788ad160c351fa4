// Compiles indicators for the search: their content words, each with its weight and its forms.
import type { Criterion } from '../../../db/sages/sages.ts';
import { isNegator, isPrivative } from './negation.ts';
import { subjectOf } from './sentences.ts';
import type { Token, Tokenize } from './tokens.ts';
import { commonVerbs, kindredKeys, lightWords } from './word-lists.ts';

interface Word {
    /** Forms that are the same word, and forms of the same family. */
    same: readonly string[];
    family: string;
    kindred: readonly string[];
    /** What is done: "tells" in "tells the manager". */
    isAct: boolean;
    /** Of a name of several words: "hand" in "hand signal". */
    isPart: boolean;
    weight: number;
    /** Occurs in few answers: no light or short word, no number, and none of the question. */
    distinctive: boolean;
    common: boolean;
}

/** One phrasing of an indicator. */
export interface Phrase {
    /** The whole indicator, with all its phrasings. */
    indicator: string;
    words: Word[];
    total: number;
    /** Whether it asks for something not done: "not the lift", "left out the jargon". */
    negative: boolean;
    /** Whether it describes a thing and no person's act: "the doors close by themselves". */
    ofThing: boolean;
    /** Whether it is one of the negative indicators. */
    against: boolean;
    /** Its words in their order, in the very forms of the rubric. */
    literal: string;
}

export interface Rubric {
    indicators: Phrase[];
    /** The negative indicators. */
    negatives: Phrase[];
    question: Token[];
    /** The words of the indicators. */
    keys: ReadonlySet<string>;
    /** All forms of words that are looked for. */
    wanted: ReadonlySet<string>;
}

/** Compiles the indicators of a criterion. */
export function rubricOf(criterion: Criterion, tokenize: Tokenize): Rubric {
    const question = tokenize(criterion.question);
    const compile = (list: readonly string[]) => phrasesOf(list, question, tokenize);
    const indicators = compile(criterion.indicators);
    const negatives = compile(criterion.negative_indicators).map((one) => ({ ...one, against: true }));
    const keys = new Set(indicators.flatMap(({ words }) => words.flatMap(({ same }) => same)));
    const words = [...indicators, ...negatives].flatMap((phrase) => phrase.words);
    const wanted = new Set(words.flatMap(({ same, family, kindred }) => [...same, family, ...kindred]));
    return { indicators, negatives, question, keys, wanted };
}

const mostWays = 3;

function phrasesOf(indicators: readonly string[], question: readonly Token[], tokenize: Tokenize) {
    const read = indicators.map((indicator) => ({
        indicator,
        ways: waysOf(indicator).slice(0, mostWays).map(tokenize)
    }));
    const lists = read.map(({ ways }) => new Set(ways.flat().flatMap(sameKeys)));
    const asked = new Set(question.filter(({ content }) => content).flatMap(sameKeys));
    const weigh = (token: Token) => {
        const held = lists.filter((list) => list.has(`l:${spelling(token.lemma)}`)).length;
        const rarity = Math.log(1 + lists.length / Math.max(1, held));
        const isLight = lightWords.has(token.lemma);
        const isAsked = sameKeys(token).some((key) => asked.has(key));
        const weight = rarity * (isLight ? 0.4 : 1) * (isAsked ? 0.5 : 1);
        const isSmall = token.lemma.length <= 3 || token.pos === 'NUM';
        return {
            weight,
            distinctive: !isLight && !isAsked && !isSmall,
            common: commonVerbs.has(token.lemma)
        };
    };
    return read.flatMap(({ indicator, ways }) => ways.map((tokens) => phraseOf(indicator, tokens, weigh)));
}

/** Returns the phrasings of an indicator, which its author may separate with ` | `. */
export const waysOf = (indicator: string) =>
    indicator
        .split(/\s\|\s/)
        .map((way) => way.trim())
        .filter((way) => way !== '');

type Weigh = (token: Token) => Pick<Word, 'weight' | 'distinctive' | 'common'>;

function phraseOf(indicator: string, tokens: Token[], weigh: Weigh): Phrase {
    const content = tokens.filter((token) => token.content);
    const sought = content.length > 0 ? content : tokens.filter(({ pos }) => pos !== 'PUNCT');
    const act = actOf(tokens);
    const words = new Map<string, Word>();
    for (const token of sought) {
        const next = tokens[tokens.indexOf(token) + 1];
        const joined = next && isWord(next) ? [`j:${token.low}${next.low}`] : [];
        if (words.has(token.stem)) continue;
        const isPart = isPartOf(tokens, token, act);
        words.set(token.stem, {
            same: [...sameKeys(token), ...joined],
            family: familyKey(token),
            kindred: isPart ? [] : kindredKeys(token.lemma),
            isAct: token === act,
            isPart,
            ...weigh(token)
        });
    }
    const said = tokens.filter(isWord);
    return {
        indicator,
        words: [...words.values()],
        total: Math.max(
            1e-9,
            [...words.values()].reduce((sum, { weight }) => sum + weight, 0)
        ),
        against: false,
        ofThing: tokens.some(({ pos }) => pos === 'AUX') && subjectOf(tokens) === 'thing',
        negative: tokens.some(
            (_, at) => isNegator(tokens, at) || (content.length > 1 && isPrivative(tokens, at))
        ),
        literal: ` ${said.map(({ low }) => low).join(' ')} `
    };
}

/** The word with which an indicator says what is done: "tells the manager", "call for help", but not "hand signal". */
function actOf(tokens: readonly Token[]) {
    const at = tokens.findIndex(({ content }) => content);
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (!token || !next || !/VERB|NOUN/.test(token.pos)) return undefined;
    const isBefore = /DET|PRON/.test(next.pos) || (next.pos === 'ADP' && token.low !== token.lemma);
    return token.pos === 'VERB' || isBefore ? token : undefined;
}

/** Whether a word stands beside another noun, with which it is one name. */
function isPartOf(tokens: readonly Token[], token: Token, act: Token | undefined) {
    const at = tokens.indexOf(token);
    if (token === act || token.pos === 'ADJ') return false;
    return [tokens[at - 1], tokens[at + 1]].some(
        (next) =>
            next?.content && next !== act && /NOUN|PROPN|VERB/.test(next.pos) && !lightWords.has(next.lemma)
    );
}

/** Letters or figures, no punctuation. */
export const isWord = ({ low }: Token) => /[\p{L}\p{N}]/u.test(low);

/** The keys under which a word is the same word as another: its lemma, its stem, a figure as a word. */
export function sameKeys({ lemma, stem, low }: Token) {
    const plain = spelling(low.replaceAll('-', ''));
    return [`l:${spelling(lemma)}`, `s:${spelling(stem)}`, `j:${figures.get(plain) ?? plain}`];
}

const figures = new Map(
    Object.entries({
        1: 'one',
        2: 'two',
        3: 'three',
        4: 'four',
        5: 'five',
        6: 'six',
        7: 'seven',
        8: 'eight',
        9: 'nine',
        10: 'ten',
        12: 'twelve',
        15: 'fifteen',
        20: 'twenty',
        24: 'twentyfour',
        30: 'thirty',
        50: 'fifty',
        100: 'hundred'
    })
);

/** British and American spelling are one. */
const spelling = (word: string) =>
    word
        .replace(/is(?=e$|ed$|es$|ing$|ation$|$)/, 'iz')
        .replace(/our(?=$|s$|ed$|ing$|al$)/, 'or')
        .replace(/ll(?=ed$|ing$|er$)/, 'l')
        .replace(/tre$/, 'ter');

const endings =
    /(?:ations?|itions?|[ts]ions?|ments?|ness|ities|ity|ances?|ences?|ings?|ively|ive|ally|al|ably|ibly|able|ible|fully|ful|less|ers?|ors?|ures?|ated?|ates|ating|ized?|ify|ified|ly|ed|es|s)$/;

/** What words of one family have in common: escalate, escalation; explain, explanation. */
export function familyKey({ lemma }: Token) {
    const root = lemma
        .replace(endings, '')
        .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
        .replace(/[eiy]$/, '');
    return `f:${root.length >= 4 ? root : lemma}`;
}
