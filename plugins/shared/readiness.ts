// What keeps a sage from being built, as its own pages and Start show it.
import { type Blocker, blockersOf } from '../../db/builds/blockers.ts';
import { takeSnapshot } from '../../db/council/snapshots.ts';
import type { Criterion, SageRow } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { failings, fieldOfWords, fixes } from './gates.ts';
import { sagePath } from './sage-view.ts';

/** As the sage is, or with other criteria. */
export async function readinessOf({ store, lint }: App, sage: SageRow, criteria = sage.criteria) {
    const gates =
        sage.resultsId === null ? [] : await lint({ ...(await takeSnapshot(store.read, sage.id)), criteria });
    return { gates, blockers: blockersOf({ ...sage, criteria }, gates) };
}

const pages: Readonly<Record<string, 'details' | 'criteria' | 'results' | 'contexts'>> = {
    name: 'details',
    evaluator_role: 'details',
    criteria: 'criteria',
    results: 'results',
    context_ids: 'contexts'
};

/** The field of a question where the cause of a failed gate is fixed. */
const fieldOfGate = (gate: string, says: string) =>
    gate === 'rubric.protected' ? fieldOfWords(says) : fixes[failings.get(gate)?.[0] ?? 'phrases'][0];

interface Listed {
    criteria: readonly Criterion[];
    /** On the page of the criteria: links stay on it, so that nothing is lost that is typed there. */
    isEditor?: true;
}

/** A list whose lines lead to the page, and the field, where each is changed. */
export function blockerList(sage: SageRow, blockers: readonly Blocker[], listed: Listed): Html {
    const lines = blockers.map((blocker) => {
        const { says, gate } = blocker;
        const href = blockerPlace(sage, blocker, listed);
        const reason =
            gate === 'rubric.protected' &&
            html` <a href="${sagePath(sage, 'details')}#confirmed_words">Give the reason</a>`;
        return html`<li>${href === '' ? `${says}.` : html`<a href="${href}">${says}.</a>`}${reason}</li>`;
    });
    return html`<ul>${lines}</ul>`;
}

/** Where it is changed: the page, and the field of the question; empty for the page that one is on. */
export function blockerPlace(
    sage: SageRow,
    { field, says, gate, part }: Blocker,
    { criteria, isEditor }: Listed
) {
    const at = criteria.findIndex(({ id }) => says.startsWith(`${id}: `));
    const name = part ?? (gate === undefined ? 'question' : fieldOfGate(gate, says));
    const place = at === -1 ? '' : `#c${at}_${name}`;
    return isEditor && field === 'criteria' ? place : `${sagePath(sage, pages[field])}${place}`;
}
