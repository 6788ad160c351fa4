// One criterion as a card of the editor.
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { testAnswers } from './test-answers.ts';

interface Card {
    place: number;
    /** Where the buttons that rearrange the cards post to. */
    path: string;
    all: readonly Criterion[];
    /** Whether its evaluator gives levels, so that test answers are needed. */
    givesLevels: boolean;
}

/** A name for each of its fields: `c0_question`. */
export function criterionCard(criterion: Criterion, card: Card): Html {
    const { id, question } = criterion;
    const name: Naming = (part) => `c${card.place}_${part}`;
    return html`<fieldset class="criterion"><legend>${card.place + 1}. ${id === '' ? 'New criterion' : id}</legend>
        ${actsOn(card)}
        <label for="${name('question')}">Question</label>
        <textarea id="${name('question')}" name="${name('question')}" rows="2" maxlength="2000">
${question}</textarea>
        ${nameAndWeight(criterion, name, card.all)}
        ${levelFields(criterion, name)}
        ${wordFields(criterion, name)}
        ${testAnswers(criterion, `c${card.place}`, card.givesLevels)}</fieldset>`;
}

type Naming = (part: string) => string;

function actsOn({ place, path, all }: Card) {
    const act = (what: string, word: string, label: string) =>
        html`<button type="submit" class="quiet" formaction="${path}" name="do" value="${what}-${place}"
            aria-label="${label} criterion ${place + 1}">${word}</button>`;
    return html`<div class="acts">${place > 0 && act('up', '↑', 'Move up')}
            ${place < all.length - 1 && act('down', '↓', 'Move down')} ${act('remove', 'Remove', 'Remove')}</div>`;
}

const nameAndWeight = ({ id, weight }: Criterion, name: Naming, all: Card['all']) =>
    html`<div class="pair"><div><label for="${name('id')}">Short name</label>
            <input id="${name('id')}" name="${name('id')}" value="${id}" maxlength="60" autocomplete="off" aria-describedby="${name('id')}-note" />
            <small id="${name('id')}-note">Identifies the criterion in answers and labels.</small></div>
            <div><label for="${name('weight')}">Weight</label>
            <input id="${name('weight')}" name="${name('weight')}" value="${String(weight)}" inputmode="decimal" maxlength="12" autocomplete="off" aria-describedby="${name('weight')}-note" />
            <small id="${name('weight')}-note">${id !== '' && shareOf(weight, all)}</small></div></div>`;

const levelFields = ({ levels }: Criterion, name: Naming) =>
    html`<div class="levels">${(['absent', 'partial', 'strong'] as const).map(
        (level) => html`<div><label for="${name(level)}">${titles[level]}</label>
                <textarea id="${name(level)}" name="${name(level)}" rows="4" maxlength="1000" placeholder="${hints[level]}">
${levels[level]}</textarea></div>`
    )}</div>`;

const wordFields = ({ indicators, negative_indicators }: Criterion, name: Naming) =>
    html`<label for="${name('indicators')}">Indicators: phrases you would underline, one per line</label>
        <textarea id="${name('indicators')}" name="${name('indicators')}" rows="6" aria-describedby="${name('indicators')}-note">
${indicators.join('\n')}</textarea>
        <small id="${name('indicators')}-note">Four or more short phrases. Separate alternatives on a line with |.</small>
        <label for="${name('against')}">Negative indicators, one per line (optional)</label>
        <textarea id="${name('against')}" name="${name('against')}" rows="2">
${negative_indicators.join('\n')}</textarea>`;

const titles = { absent: 'Absent', partial: 'Partial', strong: 'Strong' } as const;
const hints = {
    absent: 'Content of an answer that does not show it',
    partial: 'Content of an answer that shows it in part',
    strong: 'Content of a strong answer'
} as const;

/** How much it counts of 100. */
function shareOf(weight: number, all: readonly Criterion[]) {
    const begun = all.filter(({ id }) => id !== '');
    return `${percent(weight, sumOf(begun))} of 100 points.`;
}

/** What was typed as a weight may be no number. */
export const amountOf = (weight: unknown) => (typeof weight === 'number' ? weight : 0);

export const sumOf = (all: readonly Criterion[]) =>
    all.reduce((total, { weight }) => total + amountOf(weight), 0);

/** With one digit after the point where there is a rest: three equal weights count 33.3 each, and not 99 together. */
export const percent = (weight: unknown, sum: number) =>
    sum === 0 ? 0 : Math.round((amountOf(weight) / sum) * 1000) / 10;
