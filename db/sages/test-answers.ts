// The answers that an author writes to test a model with: what they are, and which are missing.
import { countWords, indicatorWordIn } from './words.ts';

/** An answer that its author levelled, to test a model with. A draft never counts. */
export interface TestAnswer {
    level: 'absent' | 'partial' | 'strong';
    text: string;
    /** A twin is strong without any indicator word; a disqualifier is a correct statement next to a negative indicator. */
    kind: 'plain' | 'twin' | 'disqualifier';
    reason: string;
    draft?: boolean;
    /** Who approved it, null for the product itself and for a draft, and when in milliseconds. Set as it is saved. */
    by?: number | null;
    at?: number;
}

/** The parts of a criterion that determine the answers it needs. */
interface Tested {
    test_answers?: readonly TestAnswer[];
    indicators: readonly string[];
    negative_indicators: readonly string[];
}

const levels = ['absent', 'partial', 'strong'] as const;
const perLevel = 2;
const words = { least: 20, most: 80 };

/** Returns what of the full set is missing, as parts of a list; a model is tested with a full set only. Drafts do not count. */
export function missingTestAnswers({ test_answers: all = [], ...criterion }: Tested) {
    const approved = (kind: TestAnswer['kind']) => approvedAnswers({ test_answers: all }, kind);
    const plain = (level: TestAnswer['level']) =>
        approved('plain')
            .filter((one) => one.level === level)
            .map(lengthOf);
    const [absent, strong] = [plain('absent'), plain('strong')];
    const isLengthTelling = Math.max(...absent) <= Math.min(...strong);
    return [
        ...levels.flatMap((level) => fewer(perLevel - plain(level).length, level)),
        approved('twin').every(({ text }) => indicatorWordIn(text, criterion.indicators)) &&
            'a strong answer without any indicator word',
        criterion.negative_indicators.length > 0 &&
            approved('disqualifier').length === 0 &&
            'an answer with good and disqualifying content',
        absent.length >= perLevel &&
            strong.length >= perLevel &&
            isLengthTelling &&
            'an absent answer that is longer than a strong one'
    ].filter((one) => one !== false);
}

const full = new WeakMap<readonly Tested[], boolean>(); // of fifty criteria it takes 20 ms

/** Whether a model can be tested with approved answers alone. */
export function hasFullSet(criteria: readonly Tested[]) {
    const isFull = full.get(criteria) ?? criteria.every((one) => missingTestAnswers(one).length === 0);
    full.set(criteria, isFull);
    return isFull && criteria.length > 0;
}

/** The answers of a kind that a model is tested with. */
export const approvedAnswers = (
    { test_answers: all = [] }: Pick<Tested, 'test_answers'>,
    kind: TestAnswer['kind']
) => all.filter((one) => one.kind === kind && !one.draft && (kind !== 'plain' || isFit(one)));

const lengthOf = ({ text }: TestAnswer) => text.length;

function isFit({ text }: TestAnswer) {
    const count = countWords(text, words.most);
    return count >= words.least && count <= words.most;
}

const fewer = (count: number, level: string) =>
    count > 0
        ? [`${count} ${level} ${count === 1 ? 'answer' : 'answers'} of ${words.least} to ${words.most} words`]
        : [];

/** Whether there is any test answer, for the test review. */
export const isTried = (criteria: readonly Pick<Tested, 'test_answers'>[]) =>
    criteria.some(({ test_answers = [] }) =>
        test_answers.some(({ kind, text }) => kind === 'plain' && text !== '')
    );
