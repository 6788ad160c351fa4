// The notices of the editor about a draft: that it is one, and that another user saved meanwhile.
import { randomUUID } from 'node:crypto';
import { type DraftPage, findDraft, windowField } from '../../../db/sages/drafts.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { changesOfForm } from '../form.ts';
import { inWords, type ValueName, type Values } from '../values.ts';
import { sideBySide } from './comparison.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';

/** What a page shows in place of what is saved. */
export interface Typed {
    form: Form;
    /** When it was kept as a draft; undefined for what was just sent. */
    at?: number;
}

/** The user's draft of this page, if any. */
export async function draftOf(
    { app, actor }: PageContext,
    sage: SageRow,
    page: DraftPage
): Promise<Typed | undefined> {
    const draft = await findDraft(app.store.read, { sageId: sage.id, userId: actor.id, page });
    return draft && { form: draft.typed, at: draft.at };
}

/** The window that a form is typed in. A form that is shown again stays in the one that it was sent from. */
export function windowOf(given: Typed | undefined) {
    const sentFrom = given && given.at === undefined ? typed(given.form, windowField) : '';
    return { [windowField]: sentFrom === '' ? randomUUID() : sentFrom };
}

interface Kept {
    sage: SageRow;
    /** The last part of the address of its page. */
    part: string;
    draft: DraftPage;
    at: number;
}

/** When the draft was typed, and the way back to what is saved. */
export function draftNotice(visit: PageContext, { sage, part, draft, at }: Kept): Html {
    const { app } = visit;
    const when = moment(at, clockOf(app));
    return html`<div class="note"><span>Draft from ${when}. Not saved yet.</span>
        ${postForm(visit, {
            to: { rest: `/sages/${sage.id}/draft` },
            fields: { page: part, sage: sage.id, draft },
            body: html`<button type="submit" class="quiet">Discard draft</button>`
        })}</div>`;
}

/** The errors, without those about another user's changes: these have their own notice. */
export const wrongTyped = (flash: PageContext['flash']) =>
    flash && !flash.done && flash.code !== 'wrong_state' ? flash : undefined;

export const unsaved = html`<p class="notice unsaved" role="status">Not saved yet.</p>`;

/** Another user's changes, next to the input. */
export function conflictNotice(names: readonly ValueName[], form: Form, values: Values): Html {
    const changes = changesOfForm(form) as Partial<Record<ValueName, unknown>>;
    const rows = names.map((name) => ({
        label: inWords([name]),
        before: textOf(values[name]),
        after: textOf(changes[name])
    }));
    return html`<div class="problem" role="alert"><p>The ${inWords(names)} changed while you were editing (by someone else or in another window). Your text is below and not saved yet.</p></div>
        <details open><summary>Compare saved version and your text</summary>
        ${sideBySide('Compare saved version and your text', ['Saved', 'Yours'], rows)}</details>`;
}

/** A value as people read it, a part in a line. */
function textOf(value: unknown): string {
    if (Array.isArray(value)) return value.map(textOf).join('\n');
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? '');
    return Object.entries(value)
        .map(([name, part]) => `${name.replaceAll('_', ' ')}: ${textOf(part)}`)
        .join('\n');
}
