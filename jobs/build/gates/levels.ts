// The gates on unedited answers: does the evaluator give the levels that their author approved?
import type { Snapshot } from '../../../db/builds/reports.ts';
import { rankOf } from '../../../db/judgement/licence/agreement.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import { findsWordOf, scansLanguage } from '../../../db/sages/words.ts';
import { type Check, countCheck, gate, notTried } from '../checks.ts';
import { criterionOf, findingOf, isBroken } from '../comparing.ts';
import { failure, type Judged } from '../fixtures/cases.ts';
import { crit } from './rates.ts';
import { expectedOf, type Levelled, levelFound, levelIn, type Tried } from './trying.ts';

export const isWrongInForm = (one: Judged) => one.verdict.findings.some(isBroken);
export const isWrongOnce = (one: Judged) => isWrongInForm(one) || levelIn(one) !== expectedOf(one.fixture);
const isWrong = (one: Levelled) => levelFound(one) !== expectedOf(one.fixture);

/** The gates on the plainest answers of each criterion: approved examples, or generated ones. */
export function exampleChecks({ criteria }: Snapshot, tried: readonly Levelled[]): Check[] {
    const isApproved = hasFullSet(criteria);
    const faults = criteria.flatMap(({ id }) => {
        const ofIt = tried.filter((one) => criterionOf(one) === id);
        const fault = isApproved ? faultIn(ofIt) : orderFaultIn(ofIt, Number.EPSILON);
        return fault === undefined ? [] : [{ id, says: `${id}: ${fault}`, ofIt }];
    });
    const criterion = gate('shu.criterion', 'Each criterion separates strong answers from absent ones.', {
        passed: faults.length === 0 && tried.length > 0,
        measured: [
            `${criteria.length - faults.length} of ${criteria.length} criteria`,
            ...faults.map(({ says }) => says)
        ].join('; '),
        required: isApproved
            ? 'at most half of the examples at another level, fewer if all are higher or all lower; on average strong one level above absent'
            : 'on average strong above absent'
    });
    const misjudged = faults.flatMap(({ ofIt }) => ofIt.filter(isWrong));
    return [
        { gate: criterion, failures: misjudged.map((one) => levelFailure('shu.criterion', one)) },
        isApproved ? rateCheck('shu.levels', levelsTitle, tried, misjudged) : notApproved
    ];
}

const levelsTitle = 'Examples get their approved levels.';

/** Without approved answers there is no expected level. */
const notApproved = notTried(
    'shu.levels',
    levelsTitle,
    'without a full set of approved test answers the build used sample answers, so recommendations stay off',
    'two test answers of each level, a twin and a disqualifier for each criterion'
);

/** Two of the three examples of one round say little of a criterion; with both rounds it has six. */
const fewestWrong = 3;

function faultIn(tried: readonly Levelled[]) {
    const wrong = tried.filter(isWrong);
    const raised = wrong.filter((one) => rankOf(levelFound(one)) > rankOf(expectedOf(one.fixture))).length;
    const isOneWay = raised === 0 || raised === wrong.length;
    const isMost = isOneWay ? wrong.length * 2 >= tried.length : wrong.length * 2 > tried.length;
    return isMost && wrong.length >= fewestWrong
        ? `${wrong.length} of ${tried.length} examples at another level`
        : orderFaultIn(tried, 1);
}

/** Strong answers are so far above absent ones in the mean, in levels. */
function orderFaultIn(tried: readonly Levelled[], least: number) {
    const mean = (level: Level) => {
        const ranks = tried
            .filter(({ fixture }) => expectedOf(fixture) === level)
            .map((one) => rankOf(levelFound(one)));
        return ranks.reduce<number>((sum, rank) => sum + rank, 0) / ranks.length;
    };
    const difference = mean('strong') - mean('absent');
    return difference >= least ? undefined : `strong is only ${difference.toFixed(1)} levels above absent`;
}

const mostWrong = 0.15;

/** A gate on the number of these answers with another level than approved; it lists those that no earlier gate has listed. */
export function rateCheck(
    id: string,
    title: string,
    tried: readonly Levelled[],
    toldBefore: readonly Levelled[] = []
): Check {
    if (tried.length === 0)
        return notTried(id, title, 'this sage has none', 'a test answer of this kind for each criterion');
    const missed = tried.filter(isWrong);
    const tell = (one: Levelled) => levelFailure(id, one);
    const check = countCheck(id, title, { tried, missed, red: crit(tried.length, mostWrong), tell });
    return { ...check, failures: missed.filter((one) => !toldBefore.includes(one)).map(tell) };
}

/** The cause of a failure, by gate. No message asks to change an indicator: a model evaluates by the anchors. */
const remedies: Readonly<Record<string, string>> = {
    'shu.criterion':
        'Most answers to this criterion got other levels. Check its level descriptions first: say what an answer of each level contains. Or try another model.',
    'shu.levels':
        'Most other answers to this criterion got their approved level. Change this answer or its level, and approve it again. If several criteria have such an answer, the model is the cause.',
    'shu.twins': 'The model followed the words of the rubric instead of the content. Try another model.',
    'shu.negatives':
        'The model weighs disqualifying content differently from the author. Describe its weight in the levels, or try another model.'
};

function levelFailure(gateId: string, one: Levelled) {
    return failure(gateId, one, criterionOf(one), {
        expected: expectedOf(one.fixture),
        came: formatLevel(levelFound(one), one.reason),
        remedy: remedies[gateId] ?? ''
    });
}

/** A verdict in words. */
export const formatLevel = (level: Level, reason: string) =>
    reason === '' ? level : `${level} ("${reason}")`;

/** The last such call of each case where most are. */
const inMostCalls = (tried: readonly Pick<Tried, 'calls'>[], isSuch: (one: Judged) => boolean) =>
    tried.flatMap(({ calls }) => {
        const such = calls.filter(isSuch);
        return such.length * 2 > calls.length ? such.slice(-1) : [];
    });

/** A finding that is broken in most calls is broken. */
export const validCheck = (tried: readonly Pick<Tried, 'calls'>[]) =>
    countCheck('shu.valid', 'Every finding has the required format and quotes the answer word for word.', {
        tried,
        missed: inMostCalls(tried, isWrongInForm),
        tell: (one) => {
            const finding = findingOf(one, criterionOf(one));
            return failure('shu.valid', one, criterionOf(one), {
                expected: 'a finding whose quotes are in the answer',
                came: `${finding?.reason ?? ''} (${finding?.flags.join(', ') ?? ''})`,
                remedy: 'The evaluator is the cause, not the sage. Try another model, or build with `evidence`.'
            });
        }
    });

/** Finds strong levels whose quotes have no content word of an indicator or a level, in languages whose other words are known. */
export function isBesideIn({ criteria, sage }: Snapshot) {
    const wordsOf = ({ levels, indicators }: Criterion) => [...indicators, ...Object.values(levels)];
    const words = new Map(criteria.map((one) => [one.id, findsWordOf(wordsOf(one))]));
    const isKnown = scansLanguage(sage.language ?? 'en');
    return (one: Judged) => {
        const id = criterionOf(one);
        const { level, quotes = [] } = findingOf(one, id) ?? {};
        return isKnown && level === 'strong' && words.get(id)?.(quotes.join(' ')) === undefined;
    };
}

/** Two say little, but a single criterion has no more. */
const fewestBeside = 2;

/** A gate on the strong answers that most calls quote beside the point. */
export function quotesCheck(snapshot: Snapshot, examples: readonly Tried[]): Check {
    const [id, title] = ['shu.quotes', 'The quotes for a strong level are about the criterion.'];
    const isBeside = isBesideIn(snapshot);
    const tried = examples.filter((one) => levelFound(one) === 'strong');
    if (!scansLanguage(snapshot.sage.language ?? 'en') || tried.length === 0)
        return notTried(id, title, 'not tested', 'a strong answer in English or German');
    return countCheck(id, title, {
        tried,
        missed: inMostCalls(tried, isBeside),
        red: Math.max(fewestBeside, Math.min(tried.length, crit(tried.length, mostWrong))),
        tell: (one) =>
            failure(id, one, criterionOf(one), {
                expected: 'a quote with a word of an indicator or a level',
                came: findingOf(one, criterionOf(one))?.quotes.join(' … ') ?? '',
                remedy: 'The evaluator is the cause, not the sage. Try another model.'
            })
    });
}
