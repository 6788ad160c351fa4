// What the pages of a sage share: who may change it, and how the change is sent.
import { mayEdit } from '../../../db/sages/edits.ts';
import { type SageRef, type SageRow, visibleSage } from '../../../db/sages/sages.ts';
import { may, viewerOf } from '../../surfaces/auth/requester.ts';
import { sageRef } from '../../surfaces/fields.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { markOf } from '../form.ts';

export interface OfSage {
    id: SageRef;
}

export const ofSage = { id: sageRef.required() };

export const sageOf = ({ app, actor }: Visit, { id }: OfSage) =>
    visibleSage(app.store.read, id, viewerOf(app, actor));

/** Those who may change sages, as PATCH /sages/{id} has them. */
export const editors = ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'] as const;

export const mayChange = ({ actor }: Visit, sage: SageRow) => may(actor, ...editors) && mayEdit(actor, sage);

interface ChangeForm {
    sage: SageRow;
    /** The last part of the address of its page. */
    part: string;
    /** The fields that it holds as they are now: what is not changed is not sent on. */
    was: Readonly<Record<string, unknown>>;
    body: Part;
    button: string;
    /** Of its element, for what follows what is typed. */
    name?: string;
}

/** A form that changes a sage; for whoever may not, the same to read. */
export function changeForm(
    visit: Visit,
    { sage, part, was, body, button, name = 'change' }: ChangeForm
): Html {
    if (!mayChange(visit, sage)) return html`<fieldset disabled>${body}</fieldset>`;
    const marks = Object.entries(was).map(([field, value]) => [`was_${field}`, markOf(value)] as const);
    return postForm(visit, {
        to: { rest: `/sages/${sage.id}`, method: 'PATCH' },
        id: name,
        fields: { page: part, sage: sage.id, ...Object.fromEntries(marks) },
        body: html`${body}<div class="save"><button type="submit">${button}</button>
            ${sage.releaseRunId !== null && html`<small>Applying this stops invitations until it is built again.</small>`}</div>`
    });
}

export const saveWord = ({ releaseRunId }: SageRow) => (releaseRunId === null ? 'Save' : 'Apply');
