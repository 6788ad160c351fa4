// What the pages of a sage share: who may change it, and how the change is sent.
import type { DraftPage } from '../../../db/sages/drafts.ts';
import { mayEdit } from '../../../db/council/edits.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { editors } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { type OfSage, sageFor } from '../../shared/owned.ts';
import { type FormPages, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { timeIn } from '../../surfaces/pages/dates.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { markOf } from '../form.ts';
import { conflictsOf, type ValueName, valuesOf } from '../values.ts';
import { conflictNotice, draftNotice, draftOf, type Typed, unsaved, windowOf } from './draft.ts';

export const sageOf = ({ app, actor }: PageContext, { id }: OfSage) =>
    sageFor(app, app.store.read, id, actor);

interface EditorPages<Input> extends Omit<FormPages<Input>, 'show'> {
    draft: DraftPage;
    /** As it is, or as it was typed or kept as a draft; `asked` has the query, which a form has none of. */
    show: (visit: PageContext, sage: SageRow, given?: Typed, asked?: Input) => Promise<View>;
}

/** The page of the editor with this draft, and the same as it was typed. */
export const editorPages = <Input extends OfSage>(app: App, { draft, show, ...page }: EditorPages<Input>) =>
    formPages<Input>(app, {
        ...page,
        show: async (asked, visit, form) => {
            const sage = await sageOf(visit, asked);
            if (form) return show(visit, sage, { form });
            return show(visit, sage, await draftOf(visit, sage, draft), asked);
        }
    });

export const mayChange = ({ actor }: PageContext, sage: SageRow) =>
    may(actor, ...editors) && mayEdit(actor, sage);

interface ChangeForm {
    sage: SageRow;
    /** The last part of the address of its page. */
    part: string;
    /** The fields that it holds: those that are as they were when the form was shown are not sent on. */
    names: readonly ValueName[];
    body: Part;
    button: string;
    /** Of its element, for what follows what is typed. */
    name?: string;
    /** The draft of autosave. */
    draft?: DraftPage;
    /** What it shows in place of what is saved. */
    typed?: Typed | undefined;
}

/** A form that changes a sage, with its notices; read-only for users who may not change it. */
export async function changeForm(visit: PageContext, form: ChangeForm): Promise<Html> {
    const { sage, part, names, body, button, name = 'change', draft, typed } = form;
    if (!mayChange(visit, sage)) return html`<fieldset disabled>${body}</fieldset>`;
    const values = await valuesOf(visit.app.store.read, sage);
    const others = typed ? conflictsOf(typed.form, values) : [];
    const isOver = others.length > 0;
    const was = names.map((one) => [`was_${one}`, shownMark(typed, one) ?? markOf(values[one])] as const);
    return html`${typed && isOver && conflictNotice(others, typed.form, values)}
        ${draft && typed?.at !== undefined && draftNotice(visit, { sage, part, draft, at: typed.at })}
        ${draft && typed && typed.at === undefined && unsaved}
        ${postForm(visit, {
            to: { rest: `/sages/${sage.id}`, method: 'PATCH' },
            id: name,
            fields: {
                page: part,
                sage: sage.id,
                ...Object.fromEntries(was),
                ...(draft && { draft, ...windowOf(typed) })
            },
            ...(draft && { data: draftData(visit, { sage, draft, typed }) }),
            body: html`${body}<div class="savebar"><div>
                ${sage.releaseRunId !== null && html`<small>After you apply this, you cannot invite candidates until you run the check again.</small>`}
                ${draft && draftStatus(visit, typed)}</div>
                <div class="acts">${draft && keepButton(visit, sage)}
                ${isOver ? html`<button type="submit" name="over" value="1">Overwrite with my version</button>` : html`<button type="submit">${button}</button>`}</div></div>`
        })}`;
}

/** A form that is shown again stays one of the value that was shown first. */
function shownMark(typed: Typed | undefined, name: ValueName) {
    const mark = typed?.form[`was_${name}`];
    return typeof mark === 'string' ? mark : undefined;
}

interface Draft {
    sage: SageRow;
    draft: DraftPage;
    typed: Typed | undefined;
}

/** For drafts.js: where the form is kept, and what of it is kept already. */
export const draftData = ({ app, actor }: PageContext, { sage, draft, typed }: Draft) => ({
    draft: `${app.config.paths.rest}/sages/${sage.id}/draft`,
    page: draft,
    user: actor.id,
    seen: typed?.at ?? 0,
    ...(typed && typed.at === undefined && { unsaved: 1 })
});

/** Without JavaScript a button keeps the draft. */
export const keepButton = ({ app }: PageContext, sage: SageRow): Html =>
    html`<noscript><button type="submit" class="secondary" name="keep" value="1"
            formaction="${app.config.paths.rest}/sages/${sage.id}/draft">Save draft</button></noscript>`;

/** How far it is kept, which drafts.js rewrites. */
export function draftStatus({ app }: PageContext, typed: Typed | undefined): Html {
    const at = typed?.at;
    return html`<small class="kept">${at !== undefined && `Draft saved at ${timeIn(app.zone.name(), at)}.`}</small>
        <span role="status" class="trouble"></span>`;
}

export const saveWord = ({ releaseRunId }: SageRow) => (releaseRunId === null ? 'Save' : 'Apply');
