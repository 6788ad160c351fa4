// The questions of a sage: a card for each criterion, and a list of what is missing before a build.
import type { ServerRoute } from '@hapi/hapi';
import { type Criterion, givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import { faultsIn } from '../../../db/builds/blockers.ts';
import { isTried, missingTestAnswers, type TestAnswer } from '../../../db/sages/test-answers.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { liveWhileTyping } from '../../surfaces/pages/console/live.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { hidden, problem, area, field, select, tick } from '../../surfaces/pages/form-controls.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { plainCriteria } from '../form.ts';
import { type Typed, wrongTyped } from './draft.ts';
import { criteriaFault } from './faults.ts';
import { rearranged } from './rearranging.ts';
import { changeForm, editorPages, mayChange, saveWord } from './part.ts';
import { ofSage } from '../../shared/owned.ts';
import { blockerList, readinessOf } from '../../shared/readiness.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { isOfKind, isOpen, kinds, rowsField } from '../test-answers.ts';

export const criteriaPages = (app: App): ServerRoute[] =>
    editorPages(app, {
        id: 'showSageCriteria',
        path: '/sages/{id}/criteria',
        description: 'Shows the criteria of a sage, and what is missing before a check.',
        again: {
            id: 'showSageCriteriaDraft',
            description: 'Shows unsaved criteria with one more, one less or in another order. Saves nothing.'
        },
        ...ofSage,
        scope: council,
        draft: 'criteria',
        show: showCriteria
    });

/** As they are, or as they were typed. */
async function showCriteria(visit: PageContext, sage: SageRow, given?: Typed): Promise<View> {
    const {
        criteria,
        open: chosen,
        undo
    } = given ? rearranged(given.form) : { criteria: plainCriteria(sage.criteria), open: 0, undo: undefined };
    const wanted = given?.form['do'] === 'add' || criteria.length === 0;
    const cards = wanted && mayChange(visit, sage) ? [...criteria, blank(criteria)] : criteria;
    const wrong = wrongTyped(visit.flash);
    const fault = wrong && criteriaFault(wrong, criteria.length);
    const live = liveWhileTyping({
        id: 'readiness',
        path: sagePath(sage, 'criteria'),
        form: 'criteria',
        body: await readiness(visit.app, sage, criteria),
        spans: given && areAsTyped(criteria, given) ? cardsOf(criteria) : []
    });
    const open = Number(/^c(\d+)_/.exec(fault?.at ?? '')?.[1] ?? (wanted ? cards.length - 1 : chosen));
    const body = html`<div class="beside"><div>${fieldsOf(sage, { cards, open, undo, wrong: fault?.at, isFixed: !mayChange(visit, sage) })}</div>
            <aside class="live box" aria-label="Before you can run the check">${live.html}</aside></div>`;
    return sageView(visit, sage, {
        here: 'criteria',
        scripts: ['drafts.js'],
        problem: problem(fault?.message, fault?.at ?? '') ?? false,
        body: await changeForm(visit, {
            sage,
            part: 'criteria',
            name: 'criteria',
            names: ['criteria'],
            body,
            button: saveWord(sage),
            draft: 'criteria',
            typed: given
        }),
        live: [live]
    });
}

const cardsOf = (criteria: readonly Criterion[]) =>
    criteria.flatMap((one, place) => cardSpans(one, place, criteria));

/** Whether each is in its place on the page: a card that was emptied is none. */
const areAsTyped = (criteria: readonly Criterion[], { form }: Typed) =>
    criteria.every(({ question }, place) => String(form[`c${place}_question`]).trim() === question);

interface Shown {
    cards: readonly Criterion[];
    /** The place of the card that is not folded. */
    open: number;
    /** How to get back the one that was just deleted. */
    undo: Readonly<Record<string, string>> | undefined;
    /** The id of the field that was refused. */
    wrong: string | undefined;
    /** For readers who may not change it. */
    isFixed: boolean;
}

/** The first button is the one that Enter presses. */
function fieldsOf(sage: SageRow, { cards, open, undo, wrong, isFixed }: Shown) {
    const path = sagePath(sage, 'criteria');
    const more = (what: string, word: string) =>
        html`<button type="submit" class="secondary" formaction="${path}" name="do" value="${what}">${word}</button>`;
    const card = { path, all: cards, wrong, givesLevels: givesLevels(sage.evaluator) };
    return html`${hidden({ criteria: cards.length, ...undo })}
        ${!isFixed && html`<button type="submit" class="first" tabindex="-1" aria-hidden="true">${saveWord(sage)}</button>`}
        ${undo && html`<p role="status" class="notice">Question deleted. ${more('undo', 'Undo')}</p>`}
        ${cards.map((one, place) => criterionCard(one, { ...card, place, isOpen: place === open }))}
        <p>${more('add', 'Add a question')}</p>`;
}

const blank = (others: readonly Criterion[]): Criterion => ({
    id: '',
    question: '',
    weight: others.length === 0 ? 1 : Math.max(1, ...others.map(({ weight }) => amountOf(weight))),
    levels: { absent: '', partial: '', strong: '' },
    indicators: [],
    negative_indicators: []
});

interface Card {
    place: number;
    /** Where the buttons that rearrange the cards post to. */
    path: string;
    all: readonly Criterion[];
    isOpen: boolean;
    /** The id of the field that was refused. */
    wrong: string | undefined;
    /** Whether its evaluator gives levels, so that test answers are needed. */
    givesLevels: boolean;
}

/** A name for each of its fields: `c0_question`. A browser folds the others when one is opened. */
function criterionCard(criterion: Criterion, card: Card): Html {
    const { place, all } = card;
    const name: Naming = (part) => `c${place}_${part}`;
    const [line, share, now] = cardSpans(criterion, place, all).map(
        ([id, body]) => html`<span id="${id}">${body}</span>`
    );
    return html`<details class="criterion" name="criterion" ${card.isOpen && { html: 'open' }}>
        <summary><span class="n">${place + 1}</span>${line}<small>${share}</small></summary>
        <div><label for="${name('question')}">Question</label>
        <textarea id="${name('question')}" name="${name('question')}" rows="2" data-longest="2000" ${card.wrong === name('question') && { html: 'aria-invalid="true"' }}>
${criterion.question}</textarea>
        ${nameAndWeight(criterion, name, now)}
        ${levelFields(criterion, name)}
        ${wordFields(criterion, name)}
        ${testAnswers(criterion, `c${place}`, card.givesLevels)}
        ${actsOn(card)}</div></details>`;
}

/** What of a card follows what is typed, by its id. */
function cardSpans({ id, question, weight }: Criterion, place: number, all: Card['all']) {
    const share = id === '' ? '' : shareOf(weight, all);
    return [
        [`c${place}_line`, html`<b>${id === '' ? 'New question' : id}</b> <small>${question}</small>`],
        [`c${place}_share`, html`${share}`],
        [`c${place}_now`, html`${share && `${share}.`}`]
    ] as const;
}

type Naming = (part: string) => string;

function actsOn({ place, path, all }: Card) {
    const act = (what: string, word: string) =>
        html`<button type="submit" class="quiet" formaction="${path}" name="do" value="${what}-${place}"
            aria-label="${word} question ${place + 1}">${word}</button>`;
    return html`<div class="acts">${place > 0 && act('up', 'Move up')} ${place < all.length - 1 && act('down', 'Move down')}
            ${act('copy', 'Duplicate')} ${act('remove', 'Delete')}</div>`;
}

const nameAndWeight = ({ id, weight }: Criterion, name: Naming, now: Html | undefined) =>
    html`<div class="pair"><div>${field({ name: name('id'), label: 'Short name', help: 'Reviewers see it, candidates do not.', value: id, maxlength: 60, optional: true })}</div>
            <div><label for="${name('weight')}">Weight</label>
            <input id="${name('weight')}" name="${name('weight')}" value="${String(weight)}" inputmode="decimal" maxlength="12" autocomplete="off" aria-describedby="${name('weight')}-note" />
            <small id="${name('weight')}-note">${now} All questions together count 100. A weight of 2 counts twice as much as 1.</small></div></div>`;

const levelFields = ({ levels }: Criterion, name: Naming) =>
    html`<h2>What does an answer show?</h2>
        <p>Describe what one can read, not how good it is: “counts the group”, not “good awareness”.</p>
        <div class="levels">${(['strong', 'partial', 'absent'] as const).map(
            (level) => html`<div><label for="${name(level)}">${titles[level]}</label>
                <textarea id="${name(level)}" name="${name(level)}" rows="4" data-longest="1000" placeholder="${hints[level]}">
${levels[level]}</textarea></div>`
        )}</div>`;

/** 40 phrases of 200 characters, and the ends of their lines. */
const longestWords = 40 * 202;

const wordFields = ({ indicators, negative_indicators }: Criterion, name: Naming) =>
    html`${area({ name: name('indicators'), label: 'Indicators: phrases you would underline, one per line', help: 'Four or more short phrases. Separate alternatives on a line with |.', value: indicators.join('\n'), maxlength: longestWords, rows: 6 })}
        ${examples}
        ${area({ name: name('against'), label: 'Negative indicators, one per line (optional)', value: negative_indicators.join('\n'), maxlength: longestWords, rows: 2 })}`;

const examples = html`<details class="fold"><summary>See examples</summary>
        <ul class="examples"><li>✓ <b>counts the group | count everyone</b> <small>One act, in words that an answer contains. It finds “I counted the group at the door”.</small></li>
            <li>✓ <b>second source</b> <small>Two or three words. It finds “I always look for a second source”.</small></li>
            <li>– <b>good communication</b> <small>Your opinion of an answer. Candidates do not write it.</small></li>
            <li>– <b>team</b> <small>Too common: weak answers contain it too.</small></li></ul>
        <p>“I could count the group” and “I did not count the group” do not count: only what a person did.</p></details>`;

const titles = { absent: 'Absent', partial: 'Partial', strong: 'Strong' } as const;
const hints = {
    absent: 'Content of an answer that does not show it',
    partial: 'Content of an answer that shows it in part',
    strong: 'Content of a strong answer'
} as const;

const shareWords: Readonly<Record<number, string>> = { 50: 'half', 33.3: 'a third', 25: 'a quarter' };

/** How much it counts of 100: what was typed as a weight may be no number. Three equal weights are 33.3 each, and not 99 together. */
function shareOf(weight: unknown, all: readonly Criterion[]) {
    const sum = all.reduce((total, one) => total + (one.id === '' ? 0 : amountOf(one.weight)), 0);
    const share = sum === 0 ? 0 : Math.round((amountOf(weight) / sum) * 1000) / 10;
    return `Counts ${shareWords[share] ?? `${share} of 100`}`;
}

/** What was typed as a weight may be no number. */
const amountOf = (weight: unknown) => (typeof weight === 'number' ? weight : 0);

/** What is missing until a sage can be built: what the start of a build asks for, and the lint of its first steps. */
async function readiness(app: App, sage: SageRow, criteria: Criterion[]): Promise<Html> {
    const { gates, blockers } = await readinessOf(app, sage, criteria);
    const better = gates.filter(({ passed, blocking }) => !passed && !blocking).flatMap(faultsIn);
    const here = { criteria, isEditor: true } as const;
    const answers = givesLevels(sage.evaluator)
        ? criteria.flatMap(withoutAnswers)
        : isTried(criteria) || criteria.length === 0
          ? []
          : [toTryWith];
    const hints = [...criteria.flatMap(withFewIndicators), ...better, ...answers];
    return html`<h2>${heading(blockers.length)}</h2>
        ${blockers.length > 0 && blockerList(sage, blockers, here)}
        ${blockers.length === 0 && html`<p>Save them, and the check comes next.</p>`}
        ${hints.length > 0 && html`<h3>Suggestions</h3>${blockerList(sage, hints, here)}`}`;
}

const toTryWith = {
    field: 'criteria',
    says: 'Write a test answer to each question, to see after the check what a reviewer will see'
};

function withoutAnswers(criterion: Criterion) {
    const missing = missingTestAnswers(criterion);
    const says = `${criterion.id}: test answers missing: ${missing.join('; ')}`;
    return missing.length > 0 ? [{ field: 'criteria', gate: 'shu.levels', says }] : [];
}

const enough = 4;

/** A build needs two of them; with four it seldom fails. */
function withFewIndicators({ id, indicators }: Criterion) {
    const more = pluralize(enough - indicators.length, 'more indicator');
    const says = `${id}: add ${more}. It has ${indicators.length}, and ${enough} or more work best`;
    return indicators.length < enough ? [{ field: 'criteria', gate: 'rubric.readable', says }] : [];
}

function heading(count: number) {
    if (count === 0) return 'Ready to check';
    return `${pluralize(count, 'thing')} left before you can run the check`;
}

/** `card`: the name of the card, the prefix of its fields. `isNeeded`: the evaluator gives levels. */
function testAnswers(criterion: Criterion, card: string, isNeeded: boolean): Html {
    const { test_answers: answers = [], negative_indicators: against } = criterion;
    const blank = kinds.flatMap((kind) => {
        const needs = isNeeded
            ? kind.kind === 'disqualifier' && against.length === 0
                ? 0
                : kind.needs
            : kind.kind === 'plain'
              ? 1
              : 0;
        const count = Math.max(0, needs - answers.filter(isOfKind(kind)).length);
        return Array.from({ length: count }, (): TestAnswer => ({ ...kind, text: '', reason: '' }));
    });
    const rows = [...answers, ...blank];
    const shown = kinds.flatMap((kind) =>
        rows
            .filter(isOfKind(kind))
            .map((one, at) =>
                row(one, { name: `${card}_a${rows.indexOf(one)}`, label: labelOf(one, at + 1), isNeeded })
            )
    );
    return html`<details class="test-answers" ${isNeeded && { html: 'open' }}><summary>Test answers${answers.length > 0 && ` (${answers.length})`}</summary>
        <p>Write short answers that a candidate might give, each with 20 to 80 words and its own example. ${isNeeded ? 'They test whether a model gives the levels that you gave.' : 'You read them after the check, as a reviewer will see them.'}</p>
        ${hidden({ [`${card}_answers`]: rowsField(rows) })} ${shown}</details>`;
}

const answerTitles = {
    plain: { absent: 'Absent', partial: 'Partial', strong: 'Strong' },
    twin: 'Strong, without any word of the indicators',
    disqualifier: 'Good and disqualifying content together'
} as const;

const labelOf = ({ kind, level }: TestAnswer, at: number) =>
    kind === 'plain' ? `${answerTitles.plain[level]}, answer ${at}` : answerTitles[kind];

interface Row {
    name: string;
    label: string;
    isNeeded: boolean;
}

function row(one: TestAnswer, { name, label, isNeeded }: Row) {
    const { level, kind, text, reason } = one;
    return html`<div class="test-answer">${area({ name: `${name}_text`, label, value: text, maxlength: 2000, rows: 3 })}
        ${kind === 'disqualifier' && select({ name: `${name}_level`, label: 'Its level', options: { absent: 'Absent', partial: 'Partial' }, value: level })}
        ${(isNeeded || reason !== '') && field({ name: `${name}_reason`, label: 'Why it has this level', value: reason, maxlength: 500, optional: true })}
        ${isOpen(one) && tick({ name: `${name}_approved`, label: 'I have read this draft, and I approve its level', on: false })}</div>`;
}
