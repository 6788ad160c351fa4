// Finds errors of a rubric before it is used.
import type { Gate, Snapshot } from '../../../db/builds/reports.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { ordersIn } from '../../evaluation/evidence/orders.ts';
import { phraseOf, phrasesOf, says } from './phrases.ts';
import { sentencesOf } from './sentences.ts';
import { collectYielding, type Yield, yieldBetween } from '../../evaluation/yielding.ts';
import { stemsOf } from './words.ts';
import { gate } from '../checks.ts';
import { faultOfReason, type ProtectedWord, protectedWords } from './protected-words.ts';

/** What of a sage is linted. */
type Rubric = Pick<Snapshot, 'criteria'> & {
    sage: Pick<Snapshot['sage'], 'confirmedWords'> &
        Partial<Pick<Snapshot['sage'], 'name' | 'evaluatorRole'>>;
    contexts?: Snapshot['contexts'];
};

/** Returns all gates on the rubric; warnings do not block. */
export async function lintRubric(snapshot: Rubric, signal: AbortSignal): Promise<Gate[]> {
    const { criteria } = snapshot;
    const each = eachOf(criteria, yieldBetween(signal));
    return [
        lint('rubric.weights', 'All weights are positive and add up.', weightFaults(criteria)),
        lint('rubric.ids', 'Every criterion has a unique ID.', idFaults(criteria)),
        lint(
            'rubric.protected',
            'No question, level, indicator or context contains a protected characteristic without a reason.',
            await protectedFaults(snapshot, each)
        ),
        lint('rubric.readable', 'Every indicator can be found in an answer.', await each(unreadable)),
        lint('rubric.contradiction', 'No phrase speaks both for and against.', await each(contradictions)),
        warning('rubric.vague', 'Levels describe what an answer contains.', await each(vague)),
        warning('rubric.anchors', 'The three levels differ.', await each(anchorFaults)),
        warning('rubric.duplicates', 'Indicators do not repeat each other.', await each(duplicates)),
        warning('rubric.overlap', 'Negative indicators do not contain positive ones.', await each(overlaps)),
        warning('rubric.question', 'The question does not give away the indicators.', await each(givenAway))
    ];
}

type Each = (faultsOf: (criterion: Criterion) => string[]) => Promise<string[]>;

/** Checks the criteria one by one and yields between them: a large rubric must not delay other requests. */
const eachOf =
    (criteria: readonly Criterion[], yieldNow: Yield): Each =>
    async (faultsOf) => {
        const named = criteria
            .values()
            .map((criterion) => faultsOf(criterion).map((fault) => `${criterion.id}: ${fault}`));
        return (await collectYielding(named, yieldNow)).flat();
    };

const lint = (id: string, title: string, faults: readonly string[], blocking = true) =>
    gate(id, title, {
        blocking,
        passed: faults.length === 0,
        measured: faults.length > 0 ? faults.join('; ') : 'none found',
        required: 'no problems'
    });

const warning = (id: string, title: string, faults: readonly string[]) => lint(id, title, faults, false);

function weightFaults(criteria: readonly Criterion[]) {
    const wrong = criteria.filter(({ weight }) => !(Number.isFinite(weight) && weight > 0));
    const sum = criteria.reduce((total, { weight }) => total + weight, 0);
    const faults = wrong.map(
        ({ id, weight }) => `${id}: it has the weight ${weight}. Enter a number above 0`
    );
    return Number.isFinite(sum) ? faults : [...faults, 'the sum of the weights is not finite'];
}

const idFaults = (criteria: readonly Criterion[]) =>
    criteria
        .filter(({ id }, index) => criteria.findIndex((other) => other.id === id) < index)
        .map(({ id }) => `${id}: the short name ${id} is used twice. Rename one of the two questions`);

/** Asks the author about a word that may name a protected attribute but may also be about the work. */
async function protectedFaults({ sage, contexts = [] }: Rubric, each: Each) {
    const confirmed = new Map(
        (sage.confirmedWords ?? []).map(({ word, reason }) => [word.toLowerCase(), reason])
    );
    const faultsOf = (part: string, texts: readonly string[]) =>
        protectedWords(texts.join('\n')).flatMap((found) =>
            questionsOn(found, part, confirmed.get(found.word))
        );
    const ofCriteria = await each(({ id, question, levels, indicators, negative_indicators }) => [
        ...faultsOf('its question contains', [question]),
        ...faultsOf('its short name contains', [id.replaceAll('_', ' ')]),
        ...faultsOf('its levels contain', anchorsOf({ levels })),
        ...faultsOf('its indicators contain', indicators),
        ...faultsOf('its negative indicators contain', negative_indicators)
    ]);
    return [
        ...ofCriteria,
        ...faultsOf('The name contains', [sage.name ?? '']),
        ...faultsOf('The role contains', [sage.evaluatorRole ?? '']),
        ...faultsOf(
            'The contexts contain',
            contexts.flatMap(({ name, context }) => [name, context])
        )
    ];
}

function questionsOn({ word, attribute }: ProtectedWord, part: string, reason: string | undefined) {
    if (reason === undefined) return [questionOn(word, attribute, part)];
    const fault = faultOfReason(reason);
    return fault
        ? [
              `${part} "${word}", ${aboutOf(attribute)}. The reason "${reason}" ${fault}. Say why the job needs the word, or use another word`
          ]
        : [];
}

const questionOn = (word: string, attribute: string, part: string) =>
    `${part} "${word}", ${aboutOf(attribute)}. Say what the job needs instead, or say why the job needs the word`;

/** A proxy names no characteristic. */
const aboutOf = (attribute: string) =>
    attribute === 'proxy' ? 'which can exclude a group of people' : `which is about ${attribute}`;

const anchorsOf = ({ levels }: Pick<Criterion, 'levels'>) => [levels.absent, levels.partial, levels.strong];

const unreadable = ({ indicators, negative_indicators }: Criterion) =>
    [...indicators, ...negative_indicators].flatMap((text) => {
        if (phraseOf(text).key === '')
            return [`"${text}" contains no word. Write words that an answer would contain`];
        return isOrder(text)
            ? [`"${text}" reads like an instruction to the evaluator. Describe what an answer contains`]
            : [];
    });

/** Whether an indicator reads like an order: an honest answer that contains it would be flagged. */
function isOrder(text: string) {
    const stretches = ordersIn(`${text}.`);
    for (let step = stretches.next(); ; step = stretches.next())
        if (step.done) return step.value.flags.size > 0;
}

function contradictions({ indicators, negative_indicators }: Criterion) {
    const against = new Set(phrasesOf(negative_indicators).map(({ key }) => key));
    return phrasesOf(indicators)
        .filter(({ key }) => against.has(key))
        .map(({ text }) => `"${text}" is both a positive and a negative indicator. Delete one of them`);
}

const vagueWord =
    /\b(?:good|nice|great|bad|poor|proper|properly|appropriate|adequate|excellent|various|etc|somehow|better)\b/gi;

const vague = (criterion: Criterion) =>
    anchorsOf(criterion).flatMap((anchor) =>
        Array.from(
            anchor.matchAll(vagueWord),
            ([word]) => `"${word}" is vague. Say what one can read in the answer`
        )
    );

function anchorFaults(criterion: Criterion) {
    const anchors = anchorsOf(criterion).map(stemsOf);
    const alike = anchors.some((stems, index) =>
        anchors.slice(index + 1).some((other) => areAlike(stems, other))
    );
    return alike ? ['two levels are almost the same. Describe what differs'] : [];
}

const mostShared = 0.8;

function areAlike(some: readonly string[], others: readonly string[]) {
    const union = new Set([...some, ...others]);
    const shared = new Set(some.filter((stem) => others.includes(stem)));
    return union.size > 0 && shared.size / union.size > mostShared;
}

function duplicates({ indicators }: Criterion) {
    const kept = new Set(phrasesOf(indicators).map(({ text }) => text));
    const seen = new Set<string>();
    return indicators.flatMap((text) => {
        const again = !kept.has(text) || seen.has(text);
        seen.add(text);
        return again ? [`"${text}" repeats another indicator. One of them is enough`] : [];
    });
}

function overlaps({ indicators, negative_indicators }: Criterion) {
    const phrases = phrasesOf(indicators);
    return negative_indicators.flatMap((text) => {
        const sentences = sentencesOf(text);
        return phrases
            .filter((phrase) => says(sentences, phrase))
            .map(
                (phrase) =>
                    `the negative indicator "${text}" contains the indicator "${phrase.text}". Reword one of them`
            );
    });
}

function givenAway({ question, indicators }: Criterion) {
    const sentences = sentencesOf(question);
    return phrasesOf(indicators)
        .filter((phrase) => says(sentences, phrase))
        .map(
            ({ text }) =>
                `the question contains the indicator "${text}". Reword the question, so that it does not give the answer`
        );
}
