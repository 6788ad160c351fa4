// The criteria of a sage: a card for each, and a list of what is missing before a build.
import type { ServerRoute } from '@hapi/hapi';
import { type Criterion, givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { liveWhileTyping } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { criteriaOfForm, plainCriteria } from '../form.ts';
import { amountOf, criterionCard } from './criterion-card.ts';
import { draftOf, type Typed, wrongTyped } from './draft.ts';
import { criteriaFault } from './faults.ts';
import { readiness } from './readiness.ts';
import { changeForm, mayChange, saveWord, sageOf } from './part.ts';
import { ofSage, type OfSage } from '../../shared/owned.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

const page = {
    path: '/sages/{id}/criteria',
    ...ofSage,
    scope: council
};

export const criteriaPages = (app: App): ServerRoute[] => [
    consolePage<OfSage>(app, {
        ...page,
        id: 'showSageCriteria',
        description: 'Shows the criteria of a sage, and what is missing before a check.',
        show: async (asked, visit) => {
            const sage = await sageOf(visit, asked);
            return showCriteria(visit, sage, await draftOf(visit, sage, 'criteria'));
        }
    }),
    draftPage<OfSage>(app, {
        ...page,
        id: 'showSageCriteriaDraft',
        description: 'Shows unsaved criteria with one more, one less or in another order. Saves nothing.',
        waits: true,
        show: async (asked, visit, form) => showCriteria(visit, await sageOf(visit, asked), { form })
    })
];

/** As they are, or as they were typed. */
export async function showCriteria(visit: PageContext, sage: SageRow, given?: Typed): Promise<View> {
    const criteria = given
        ? rearranged(criteriaOfForm(given.form), typed(given.form, 'do'))
        : plainCriteria(sage.criteria);
    const wanted = given ? given.form['do'] === 'add' || criteria.length === 0 : criteria.length === 0;
    const cards = wanted && mayChange(visit, sage) ? [...criteria, blank(criteria)] : criteria;
    const path = sagePath(sage, 'criteria');
    const body = await readiness(visit.app, sage, criteria);
    const live = liveWhileTyping({ id: 'readiness', path, form: 'criteria', body });
    const wrong = wrongTyped(visit.flash);
    const fault = wrong && criteriaFault(wrong, criteria.length);
    const editor = await editorOf(visit, sage, { cards, given });
    return sageView(visit, sage, {
        here: 'criteria',
        scripts: ['drafts.js'],
        problem: problem(fault?.message, fault?.at ?? '') ?? false,
        body: html`<div class="beside"><div>${editor}</div><aside aria-label="Before you can run the check">${live.html}</aside></div>`,
        live: [live]
    });
}

interface Edited {
    cards: readonly Criterion[];
    given: Typed | undefined;
}

const editorOf = (visit: PageContext, sage: SageRow, { cards, given }: Edited) =>
    changeForm(visit, {
        sage,
        part: 'criteria',
        name: 'criteria',
        names: ['criteria'],
        body: fieldsOf(cards, sage),
        button: saveWord(sage),
        draft: 'criteria',
        typed: given
    });

/** The first button is the one that Enter presses. */
function fieldsOf(cards: readonly Criterion[], sage: SageRow) {
    const path = sagePath(sage, 'criteria');
    return html`${hidden({ criteria: cards.length })}
        <button type="submit" class="first" tabindex="-1" aria-hidden="true">${saveWord(sage)}</button>
        ${cards.map((one, place) => criterionCard(one, { place, path, all: cards, givesLevels: givesLevels(sage.evaluator) }))}
        <p><button type="submit" class="secondary" formaction="${path}" name="do" value="add">Add a criterion</button></p>`;
}

const blank = (others: readonly Criterion[]): Criterion => ({
    id: '',
    question: '',
    weight: others.length === 0 ? 1 : Math.max(1, ...others.map(({ weight }) => amountOf(weight))),
    levels: { absent: '', partial: '', strong: '' },
    indicators: [],
    negative_indicators: []
});

/** `up-2`, `down-0`, `remove-1`; anything else leaves them as they are. */
function rearranged(criteria: Criterion[], what: string) {
    const [act = '', place = ''] = what.split('-');
    const at = Number(place);
    const moved = criteria[at];
    if (!moved || place === '') return criteria;
    const others = criteria.toSpliced(at, 1);
    if (act === 'remove') return others;
    const to = act === 'up' ? at - 1 : act === 'down' ? at + 1 : at;
    return others.toSpliced(Math.max(0, to), 0, moved);
}
