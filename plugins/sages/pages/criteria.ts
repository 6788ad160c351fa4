// The questions of a sage: a card for each criterion, and a list of what is missing before a build.
import type { ServerRoute } from '@hapi/hapi';
import { type Criterion, givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { liveWhileTyping } from '../../surfaces/pages/console/live.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { plainCriteria } from '../form.ts';
import { amountOf, cardSpans, criterionCard } from './criterion-card.ts';
import { type Typed, wrongTyped } from './draft.ts';
import { criteriaFault } from './faults.ts';
import { readiness } from './readiness.ts';
import { rearranged } from './rearranging.ts';
import { changeForm, editorPages, mayChange, saveWord } from './part.ts';
import { ofSage } from '../../shared/owned.ts';

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
