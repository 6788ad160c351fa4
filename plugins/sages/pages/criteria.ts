// The criteria of a sage: a card for each, and beside them what is missing until it can be built.
import type { ServerRoute } from '@hapi/hapi';
import type { Criterion, SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { liveWhileTyping } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { sagePath, sageView } from '../../surfaces/pages/sage-view.ts';
import { criteriaOfForm, type Form, plainCriteria, typed } from '../form.ts';
import { amountOf, criterionCard } from './criterion-card.ts';
import { readiness } from './readiness.ts';
import { changeForm, mayChange, ofSage, type OfSage, saveWord, sageOf } from './part.ts';

const page = {
    path: '/sages/{id}/criteria',
    params: ofSage,
    scope: council
};

export const criteriaPages = (app: App): ServerRoute[] => [
    consolePage<OfSage>(app, {
        ...page,
        id: 'showSageCriteria',
        description: 'Shows the criteria of a sage, and what is missing until it can be built.',
        show: async (asked, visit) => showCriteria(visit, await sageOf(visit, asked))
    }),
    draftPage<OfSage>(app, {
        ...page,
        id: 'showSageCriteriaDraft',
        description:
            'Shows criteria as they were typed, with one more, one less or in another order. Keeps nothing.',
        show: async (asked, visit, form) => showCriteria(visit, await sageOf(visit, asked), form)
    })
];

/** As they are, or as they were typed. */
export async function showCriteria(visit: Visit, sage: SageRow, form?: Form): Promise<View> {
    const was = plainCriteria(sage.criteria);
    const criteria = form ? rearranged(criteriaOfForm(form), typed(form, 'do')) : was;
    const wanted = form ? form['do'] === 'add' : was.length === 0;
    const cards = wanted && mayChange(visit, sage) ? [...criteria, blank(criteria)] : criteria;
    const path = sagePath(sage, 'criteria');
    const body = await readiness(visit.app, sage, criteria);
    const live = liveWhileTyping({ id: 'readiness', path, form: 'criteria', body });
    const wrong = wrongAt(visit, criteria);
    const editor = editorOf(visit, sage, { cards, was });
    return sageView(visit, sage, {
        here: 'criteria',
        problem: problem(wrong?.message, wrong?.at ?? ''),
        body: html`<div class="beside"><div>${form && unsaved} ${editor}</div><aside aria-label="Until it can be built">${live.html}</aside></div>`,
        live: [live]
    });
}

interface Edited {
    cards: readonly Criterion[];
    was: readonly Criterion[];
}

function editorOf(visit: Visit, sage: SageRow, { cards, was }: Edited) {
    const path = sagePath(sage, 'criteria');
    const fields = html`${hidden({ criteria: cards.length })}
        <button type="submit" class="first" tabindex="-1" aria-hidden="true">${saveWord(sage)}</button>
        ${cards.map((one, place) => criterionCard(one, { place, path, all: cards }))}
        <p><button type="submit" class="secondary" formaction="${path}" name="do" value="add">Add a criterion</button></p>`;
    return changeForm(visit, {
        sage,
        part: 'criteria',
        name: 'criteria',
        was: { criteria: was },
        body: fields,
        button: saveWord(sage)
    });
}

const unsaved = html`<p class="notice" role="status">This is not saved yet.</p>`;

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

const parts: Record<string, string> = {
    id: 'the short name may hold letters, digits, spaces and . _ -, at most 60, and no two criteria share one',
    question: 'the question needs 1 to 2,000 characters',
    weight: 'the weight is a number from 0 to 1,000',
    levels: 'a level holds at most 1,000 characters',
    indicators: 'an indicator is one line of at most 200 characters, and there are at most 40',
    negative_indicators: 'a word against is one line of at most 200 characters, and there are at most 40'
};

/** Where the route found fault: `criteria.2.question` is in the third card. */
function wrongAt({ flash }: Visit, criteria: readonly Criterion[]) {
    if (!flash || flash.done) return undefined;
    const [, place = '', part = 'id'] = flash.field.split('.');
    const one = criteria[Number(place)];
    if (place === '' || !one) return { message: flash.message, at: '' };
    const message = `Criterion ${Number(place) + 1}: ${parts[part] ?? flash.message}.`;
    return {
        message,
        at: `c${place}_${part === 'negative_indicators' ? 'against' : part === 'levels' ? 'absent' : part}`
    };
}
