// Autosave of the editor: into the sage itself while it was never built, otherwise into a draft.
import type { ServerRoute } from '@hapi/hapi';
import { isDeepStrictEqual } from 'node:util';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import {
    type DraftPage,
    draftPages,
    dropDraft,
    findDraft,
    keepDraft,
    windowField
} from '../../db/sages/drafts.ts';
import { assertMayEdit } from '../../db/council/edits.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { validated } from '../surfaces/http/fields.ts';
import { anyText, byName, count } from '../surfaces/http/response-fields.ts';
import { timeIn } from '../surfaces/pages/dates.ts';
import { rest } from '../surfaces/rest.ts';
import { patchBody } from './body.ts';
import { changeSage, draftIn } from './change.ts';
import { changesOfForm, editorPath, markOf } from './form.ts';
import { faultIn } from './pages/faults.ts';
import { editors } from '../surfaces/auth/capability-sets.ts';
import { changedBy, conflictsOf, inWords, type Values, valuesOf } from './values.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { typedIn } from '../surfaces/pages/unkept-form.ts';

interface Typed extends OfSage {
    page: DraftPage;
    /** The fields of the form of the page; left out, the draft is dropped. */
    typed?: Record<string, string>;
    seen?: number;
}

export const draftRoute = (app: App): ServerRoute =>
    rest<Typed>(app, {
        ...ofSage,
        name: 'keepSageDraft',
        method: 'POST',
        path: '/sages/{id}/draft',
        ofPages: true,
        summary: 'Saves a draft of the sage editor.',
        scope: editors,
        maxBytes: manyTexts,
        maxValues: 2000,
        body: {
            page: Joi.valid(...draftPages).required(),
            typed: Joi.object().pattern(Joi.any(), Joi.string().allow('')),
            seen: Joi.number().integer()
        },
        formPost: { backTo: editorPath },
        bodyOfForm,
        also: [404, 412],
        response: {
            message: anyText,
            seen: count,
            was: byName(Joi.any())
        },
        run: (asked, actor) => (asked.typed ? take(app, asked, asked.typed, actor) : drop(app, asked, actor))
    });

/** Without JavaScript a button keeps the form as a draft, or drops it. */
function bodyOfForm(form: Form) {
    return { page: draftIn(form), ...(form['keep'] === '1' && { typed: typedIn(form) }) };
}

const editable = async (app: App, { id }: Typed, actor: Actor) => {
    const sage = await sageFor(app, app.store.read, id, actor);
    assertMayEdit(sage, actor);
    return sage;
};

async function drop(app: App, asked: Typed, actor: Actor) {
    const sage = await editable(app, asked, actor);
    const of = { sageId: sage.id, userId: actor.id, page: asked.page };
    await app.store.write((tx) => dropDraft(tx, of));
    return {
        message: 'Draft discarded. You see the saved version.',
        seen: 0,
        was: {}
    };
}

async function take(app: App, asked: Typed, typed: Record<string, string>, actor: Actor) {
    const sage = await editable(app, asked, actor);
    const values = await valuesOf(app.store.read, sage);
    const of = { sageId: sage.id, userId: actor.id, page: asked.page };
    if (isSame(asked.page, typed, values)) {
        await app.store.write((tx) => dropDraft(tx, of));
        return { message: 'All changes saved.', seen: 0, was: {} };
    }
    const why = await whyNotSaved(app, sage, { ...asked, typed }, { actor, values });
    const at = app.now();
    const time = timeIn(app.zone.name(), at);
    if (why === undefined) {
        const saved = await sageFor(app, app.store.read, sage.id, actor);
        const was = marksOf(typed, await valuesOf(app.store.read, saved));
        return { message: `Saved at ${time}.`, seen: 0, was };
    }
    // The last request of a closed page may run at the same time as the first one of the reopened page.
    const kept = await findDraft(app.store.read, of);
    if (kept && isDeepStrictEqual({ ...kept.typed, ...anyWindow }, { ...typed, ...anyWindow }))
        return { message: `Draft saved at ${time}${why}`, seen: kept.at, was: {} };
    await app.store.write((tx) => keepDraft(tx, { ...of, typed, at, seen: asked.seen }));
    return { message: `Draft saved at ${time}${why}`, seen: at, was: {} };
}

const anyWindow = { [windowField]: '' };

/** Whether the form has no unsaved input. A context that is not created yet is saved nowhere. */
const isSame = (page: DraftPage, typed: Record<string, string>, values: Values) =>
    page === 'context'
        ? !['context_name', 'context_text'].some((name) => typed[name]?.trim())
        : changedBy(typed, values).length === 0;

/** The mark of each field that the form names, as it is now. */
const marksOf = (typed: Record<string, string>, values: Values) =>
    Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
            `was_${name}` in typed ? [[name, markOf(value)]] : []
        )
    );

interface Trying {
    actor: Actor;
    values: Values;
}

/** Saves it, or returns why it is only kept, as the end of a sentence. */
async function whyNotSaved(
    app: App,
    sage: SageRow,
    { page, typed }: Typed & { typed: Record<string, string> },
    { actor, values }: Trying
) {
    const others = conflictsOf(typed, values);
    if (others.length > 0)
        return `. Not saved: someone else saved the ${inWords(others)}. Reload the page to compare both versions.`;
    if (page === 'results') return '. Click Save to create a new version.';
    if (page === 'context') return '. Click the button below to create it.';
    if (sage.releaseRunId !== null) return '. Click Apply to use it.';
    try {
        const body = validated(patchBody, changesOfForm(typed), { convert: false });
        await changeSage(app, { id: sage.id, body, form: { ...typed, draft: page } }, actor);
        return undefined;
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return `. Not saved: ${faultIn(page, error, typed).message}`;
    }
}
