// Finds answers that only list the rubric's words or copy the question.
import type { Found } from './places.ts';
import { isWord, type Phrase, type Rubric, sameKeys } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

/** The part of the rubric that one sentence contains. */
interface Load {
    /** The indicators in the sentence: all, the nearly complete ones, and the word-for-word ones. */
    said: Set<string>;
    full: Set<string>;
    exact: Set<string>;
    /** How many stand in the rubric's own forms, alone in their part of the sentence; those of a single word too. */
    bare: number;
    /** Words with content, and those of them that are not the rubric's. */
    content: number;
    own: number;
    matched: number;
    speaks: boolean;
    mine: boolean;
    /** The same few words again and again. */
    repeats: boolean;
}

/** Returns the sentences that only list indicators; their content does not count. */
export function strungIn(
    sentences: readonly Sentence[],
    found: readonly Found[],
    rubric: Rubric
): Set<number> {
    const loads = loadsOf(sentences, found, rubric);
    const strung = new Set<number>();
    for (const [number, load] of loads) if (isList(load)) strung.add(number);
    for (const number of listOfSentences(loads, sentences.length)) strung.add(number);
    return strung;
}

function loadsOf(sentences: readonly Sentence[], found: readonly Found[], { keys }: Rubric) {
    const here = Map.groupBy(
        found
            .filter(({ kind }) => kind === 'said' || kind === 'by_others')
            .flatMap((one) => numbersOf(one).map((number) => ({ one, number }))),
        ({ number }) => number
    );
    const loads = new Map<number, Load>();
    for (const [number, some] of here) {
        const sentence = sentences[number];
        if (sentence)
            loads.set(
                number,
                loadOf(
                    sentence,
                    number,
                    some.map(({ one }) => one),
                    keys
                )
            );
    }
    return loads;
}

const numbersOf = ({ spots }: Found) => [...new Set(spots.map(({ sentence }) => sentence))];

function loadOf(sentence: Sentence, number: number, found: Found[], keys: ReadonlySet<string>): Load {
    const { tokens, clauses } = sentence;
    const stems = stemsOf(tokens);
    const content = tokens.filter((token) => token.content);
    const whole = found.filter(
        ({ share, spots }) => share >= 0.9 && spots.every((spot) => spot.sentence === number)
    );
    const exact = whole.filter(({ phrase }) => phrase.words.length >= 2 && stems.includes(phrase.verbatim));
    return {
        said: namesOf(found),
        full: namesOf(whole.filter(({ phrase }) => phrase.words.length >= 2)),
        exact: namesOf(exact),
        bare: bareIn(tokens, whole),
        content: content.length,
        own: content.filter((token) => !sameKeys(token).some((key) => keys.has(key))).length,
        matched: new Set(whole.flatMap(({ spots }) => spots.map(({ token }) => token))).size,
        speaks: clauses.some(({ subject }) => subject !== 'none'),
        mine: clauses.some(({ subject }) => subject === 'me'),
        repeats: content.length >= 8 && new Set(content.map(({ stem }) => stem)).size * 4 <= content.length
    };
}

const parting = /^(?:[,;:/|&•–—-]+|and|or|then|plus)$/;
const joining = new Set(['i', 'we', 'my', 'also', 'a', 'an', 'the']);

/**
 * Counts the indicators that fill a part of the sentence alone, in the rubric's own forms. "..., called the author, ..."
 * is such a part; "I called the author for it" is not, nor "I check" where the rubric says "checks".
 */
function bareIn(tokens: readonly Token[], whole: readonly Found[]) {
    const bare = new Set<string>();
    for (const part of partsOf(tokens)) {
        const forms = formsOf(part);
        const here = whole.filter(({ phrase }) => forms.includes(phrase.literal));
        const words = new Set(here.flatMap(({ phrase }) => phrase.literal.trim().split(' ')));
        if (part.some(({ low }) => !words.has(low) && !joining.has(low))) continue;
        for (const { phrase } of here) bare.add(phrase.indicator);
    }
    return bare.size;
}

function partsOf(tokens: readonly Token[]) {
    const parts: Token[][] = [[]];
    for (const token of tokens) {
        if (parting.test(token.low)) parts.push([]);
        else if (isWord(token)) parts.at(-1)?.push(token);
    }
    return parts;
}

const namesOf = (found: readonly Found[]) => new Set(found.map(({ phrase }) => phrase.indicator));

/** The words of a text as stems with a space between, to look for phrases word for word. */
const stemsOf = (tokens: readonly Token[]) =>
    ` ${tokens
        .filter(isWord)
        .map(({ stem }) => stem)
        .join(' ')} `;

/** The words of a text in the forms in which they were written, with a space between. */
const formsOf = (tokens: readonly Token[]) =>
    ` ${tokens
        .filter(isWord)
        .map(({ low }) => low)
        .join(' ')} `;

/**
 * Whether a sentence only lists phrases of the rubric: two of them without a subject, or three with few other words. A
 * sentence about what the candidate did lists only if two phrases stand in it in the rubric's own forms.
 */
function isList({ said, full, exact, bare, content, own, speaks, mine, repeats }: Load) {
    if (repeats) return true;
    if (!mine && exact.size >= 2) return true;
    if (mine && bare < 2) return false;
    if (full.size >= 3 && own <= content * 0.5) return true;
    return said.size >= 2 && own <= content * 0.25 && (!speaks || said.size >= 3);
}

/** Whether the answer lists indicators, one per sentence. */
function listOfSentences(loads: ReadonlyMap<number, Load>, sentences: number) {
    const bare = [...loads].filter(
        ([, { full, bare, content, matched, mine }]) =>
            full.size > 0 && content - matched <= content * 0.25 && (!mine || bare * 2 >= full.size)
    );
    const named = new Set(bare.flatMap(([, { full }]) => [...full]));
    const nobodySpeaks = [...loads.values()].every(({ mine }) => !mine);
    const many = named.size >= 3 || (named.size >= 2 && nobodySpeaks && bare.length >= sentences * 0.7);
    const numbers = bare.map(([number]) => number);
    return many ? numbers : numbers.filter((number) => isBesideAnother(loads, numbers, number));
}

/** Whether this sentence and one beside it hold indicators word for word, and neither says what the candidate did. */
function isBesideAnother(loads: ReadonlyMap<number, Load>, bare: readonly number[], number: number) {
    const mute = (at: number) => {
        const load = loads.get(at);
        return bare.includes(at) && load !== undefined && !load.mine && load.exact.size > 0;
    };
    return mute(number) && (mute(number - 1) || mute(number + 1));
}

/**
 * Indicators of three words and more that stand word for word in an answer. Nobody says three by chance in the rubric's
 * own forms, nor four in other forms of the same words.
 */
export function wordForWord(sentences: readonly Sentence[], { indicators }: Rubric): Set<string> {
    const words = sentences.flatMap(({ tokens }) => tokens);
    const [stems, forms] = [stemsOf(words), formsOf(words)];
    const long = indicators.filter(({ length }) => length >= 3);
    const said = (is: (phrase: Phrase) => boolean) =>
        new Set(long.filter(is).map(({ indicator }) => indicator));
    const same = said(({ verbatim }) => stems.includes(verbatim));
    const literal = said((phrase) => forms.includes(phrase.literal));
    if (same.size >= 4) return same;
    return literal.size >= 3 ? literal : new Set();
}

const run = 5;

/** For each sentence the words that are copied from the question in runs of five, and whether most of it is. */
export function copiedFrom(question: readonly Token[], sentences: readonly Sentence[]) {
    const words = question.filter(isWord).map(({ low }) => low);
    const length = Math.min(run, words.length);
    const runs = new Map(
        words
            .map((_, at) => [words.slice(at, at + length).join(' '), at])
            .slice(0, words.length - length + 1) as [string, number][]
    );
    const covered = new Set<number>();
    const copied = sentences.map(({ tokens }) => {
        const here = new Set<number>();
        if (length < 3) return here;
        const own = tokens.flatMap((token, at) => (isWord(token) ? [{ low: token.low, at }] : []));
        for (const [at] of own.entries()) {
            const some = own.slice(at, at + length);
            const from = runs.get(some.map(({ low }) => low).join(' '));
            if (from === undefined || some.length < length) continue;
            for (const [step, one] of some.entries()) {
                here.add(one.at);
                covered.add(from + step);
            }
        }
        return here;
    });
    return { copied, most: length >= 3 && covered.size >= words.length * 0.6 };
}
