// One criterion as a card of the editor: folded, it is a line with its share of the score.
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { testAnswers } from './test-answers.ts';

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
export function criterionCard(criterion: Criterion, card: Card): Html {
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
export function cardSpans({ id, question, weight }: Criterion, place: number, all: Card['all']) {
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
    html`<div class="pair"><div><label for="${name('id')}">Short name</label>
            <input id="${name('id')}" name="${name('id')}" value="${id}" maxlength="60" autocomplete="off" aria-describedby="${name('id')}-note" />
            <small id="${name('id')}-note">Reviewers see it, candidates do not.</small></div>
            <div><label for="${name('weight')}">Weight</label>
            <input id="${name('weight')}" name="${name('weight')}" value="${String(weight)}" inputmode="decimal" maxlength="12" autocomplete="off" aria-describedby="${name('weight')}-note" />
            <small id="${name('weight')}-note">${now} All questions together count 100. A weight of 2 counts twice as much as 1.</small></div></div>`;

const levelFields = ({ levels }: Criterion, name: Naming) =>
    html`<h3>What does an answer show?</h3>
        <p>Describe what one can read, not how good it is: “counts the group”, not “good awareness”.</p>
        <div class="levels">${(['strong', 'partial', 'absent'] as const).map(
            (level) => html`<div><label for="${name(level)}">${titles[level]}</label>
                <textarea id="${name(level)}" name="${name(level)}" rows="4" data-longest="1000" placeholder="${hints[level]}">
${levels[level]}</textarea></div>`
        )}</div>`;

const wordFields = ({ indicators, negative_indicators }: Criterion, name: Naming) =>
    html`<label for="${name('indicators')}">Indicators: phrases you would underline, one per line</label>
        <textarea id="${name('indicators')}" name="${name('indicators')}" rows="6" aria-describedby="${name('indicators')}-note">
${indicators.join('\n')}</textarea>
        <small id="${name('indicators')}-note">Four or more short phrases. Separate alternatives on a line with |.</small>
        ${examples}
        <label for="${name('against')}">Negative indicators, one per line (optional)</label>
        <textarea id="${name('against')}" name="${name('against')}" rows="2">
${negative_indicators.join('\n')}</textarea>`;

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
export const amountOf = (weight: unknown) => (typeof weight === 'number' ? weight : 0);
