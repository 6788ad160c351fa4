// The forms of a sage's pages as the bodies that its JSON routes take.
import type { Criterion } from '../../db/sages/sages.ts';
import { fieldsOfTemplate, sageTemplates } from '../../db/council/templates/index.ts';
import { sha256 } from '../../db/accounts/tokens.ts';
import { bodyOfSage } from './rows.ts';
import { answersInForm, plainAnswers } from './test-answers.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';

/** A new sage: that of a template, or an empty one with a name, a role and a results template: only its questions are missing. */
export function newSageOfForm({ template, name }: Form): object {
    const [first] = sageTemplates;
    if (template === undefined)
        return {
            name,
            ...(first && { results: bodyOfSage(fieldsOfTemplate(first)).results }),
            evaluator_role: roleFor(name)
        };
    const found = sageTemplates.find(({ slug }) => slug === template);
    return found ? bodyOfSage(fieldsOfTemplate(found)) : { template };
}

const roleFor = (name: unknown) =>
    `You read written answers of candidates for this job: ${String(name).slice(0, 200)}.`;

/** The page of the sage that a response holds, or the page of the form. An empty sage has its questions written next. */
export const pageOfSage = (back: string) => (form: Form, done: boolean, data: object) =>
    done && 'sage' in data
        ? `/sages/${(data.sage as { id: number }).id}${'name' in form ? '/criteria' : ''}`
        : back;

/** The displayed form of a value. An unchanged value is not sent, because each change makes a release stale. */
export const markOf = (value: unknown) => sha256(JSON.stringify(value, withoutNone)).slice(0, 16);

/** No test answers are the same as an empty list of them. */
const withoutNone = (name: string, value: unknown) =>
    name === 'test_answers' && Array.isArray(value) && value.length === 0 ? undefined : value;

/** A change of a sage: the fields that the form holds and that are not as they were when it was shown. */
export function changesOfForm(form: Form): object {
    const changes = { ...detailsIn(form), ...criteriaIn(form), ...contextsIn(form), ...resultsIn(form) };
    const isNew = ([name, value]: [string, unknown]) => form[`was_${name}`] !== markOf(value);
    return Object.fromEntries(Object.entries(changes).filter(isNew));
}

/** The page of the editor with the form. A form names its page, its address names the sage. */
export function editorPath(form: Form) {
    const page = typed(form, 'page');
    return `/sages/${encodeURIComponent(typed(form, 'id'))}${page === '' ? '' : `/${encodeURIComponent(page)}`}`;
}

const linesOf = (text: string) =>
    text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');

/** A number as JSON has it; what is none stays a text, which the route refuses. */
const numberIn = (text: string) =>
    /^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : text;

function detailsIn(form: Form) {
    const texts = ['name', 'evaluator_role', 'evaluator', 'language'].filter((name) => name in form);
    return {
        ...Object.fromEntries(texts.map((name) => [name, typed(form, name).trim()])),
        ...('threshold' in form && { threshold: numberIn(typed(form, 'threshold')) }),
        ...('confirmed_words' in form && { confirmed_words: wordsIn(typed(form, 'confirmed_words')) }),
        ...('hides_findings' in form && { hides_findings: form['hides_findings'] === 'true' }),
        ...('reviewers' in form && { reviewers: reviewersIn(form) })
    };
}

const reviewerField = /^reviewer_(\d+)$/;

/** The users that are ticked, by their ids. */
const reviewersIn = (form: Form) =>
    tickedIn(form, reviewerField)
        .map(Number)
        .toSorted((a, b) => a - b);

/** What the names of the ticked boxes say, by the group of their pattern. */
const tickedIn = (form: Form, pattern: RegExp) =>
    Object.keys(form).flatMap((name) => pattern.exec(name)?.[1] ?? []);

/** `word: why it is about the work`, a line for each. */
const wordsIn = (text: string) =>
    linesOf(text).map((line) => {
        const [word = '', ...reason] = line.split(':');
        return { word: word.trim(), reason: reason.join(':').trim() };
    });

/** The largest number of criteria that a sage has, with some room for those that are not filled in. */
const mostCards = 60;

/** The criteria as they were typed, those without a word left out. The weight may be any text. */
export const criteriaOfForm = (form: Form) => withIds(cardsOfForm(form).filter(isBegun));

/** All cards of the form, in their places. */
export const cardsOfForm = (form: Form) =>
    Array.from({ length: mostCards }, (_, n) => `c${n}`)
        .filter((card) => `${card}_question` in form)
        .map((card) => criterionIn(form, card));

/** Gives a name to those that have none. */
export function withIds(criteria: readonly Criterion[]): Criterion[] {
    const taken = new Set(criteria.map(({ id }) => id));
    return criteria.map((one, place) => ({ ...one, id: one.id === '' ? freeId(taken, place) : one.id }));
}

/** The criterion of one card, by the prefix of its fields. */
export function criterionIn(form: Form, card: string): Criterion {
    const answers = answersInForm(form, card);
    const text = (part: string) => typed(form, `${card}_${part}`).trim();
    return {
        id: text('id'),
        question: text('question'),
        weight: numberIn(text('weight')) as number,
        levels: { absent: text('absent'), partial: text('partial'), strong: text('strong') },
        indicators: linesOf(text('indicators')),
        negative_indicators: linesOf(text('against')),
        ...(answers && { test_answers: answers })
    };
}

/** Whether a word was typed into it. */
export const isBegun = ({
    id,
    question,
    levels,
    indicators,
    negative_indicators,
    test_answers = []
}: Criterion) =>
    test_answers.length > 0 ||
    [id, question, ...Object.values(levels), ...indicators, ...negative_indicators].some(
        (text) => text !== ''
    );

function freeId(taken: Set<string>, place: number) {
    let n = place + 1;
    while (taken.has(`question-${n}`)) n += 1;
    taken.add(`question-${n}`);
    return `question-${n}`;
}

const criteriaIn = (form: Form) => ('criteria' in form ? { criteria: criteriaOfForm(form) } : {});

/** The same order of names, so that the same criteria have the same mark. */
export const plainCriteria = (criteria: readonly Criterion[]) =>
    criteria.map(({ id, question, weight, levels, indicators, negative_indicators, test_answers = [] }) => ({
        id,
        question,
        weight,
        levels: { absent: levels.absent, partial: levels.partial, strong: levels.strong },
        indicators,
        negative_indicators,
        test_answers: plainAnswers(test_answers)
    }));

const contextField = /^context_([\da-f-]{36})$/;

function contextsIn(form: Form) {
    if (!('contexts' in form)) return {};
    return { context_ids: tickedIn(form, contextField) };
}

const resultsFields = ['name', 'intro', 'directions', 'output_format', 'recommendation'] as const;

function resultsIn(form: Form) {
    if (!('results_intro' in form)) return {};
    return {
        results: Object.fromEntries(resultsFields.map((name) => [name, typed(form, `results_${name}`)]))
    };
}
