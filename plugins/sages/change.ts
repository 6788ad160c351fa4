// The change of a sage, by JSON, by a form, and by autosave.
import type { Request } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { assertTestAnswers } from '../../db/judgement/test-answers.ts';
import { dropDraft, type DraftPage, draftPages } from '../../db/sages/drafts.ts';
import { assertMayEdit, updateSage } from '../../db/council/edits.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { Tx } from '../../db/store/index.ts';
import { assertVisibleContexts } from '../../db/sages/contexts.ts';
import type { App } from '../app.ts';
import { viewerOf } from '../shared/viewer.ts';
import { bodyOf, formType } from '../surfaces/http/bodies/index.ts';
import { sageFieldsOf, type SagePatch } from './rows.ts';
import { assertAsShown, valuesOf } from './values.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

interface Change {
    id: SageRef;
    body: SagePatch;
    /** That it was typed into: it says what its page showed, and which draft ends with it. */
    form?: Form | undefined;
}

/** Refuses: not_found, forbidden, invalid_field; wrong_state where another user has saved a field of the form meanwhile. */
export async function changeSage(app: App, change: Change, by: Actor) {
    await assertTestAnswers(change.body.criteria ?? []);
    return app.store.write((tx) => changeIn(tx, app, change, by));
}

async function changeIn(tx: Tx, app: App, { id, body, form }: Change, by: Actor) {
    const viewer = viewerOf(app, by);
    const sage = await visibleSage(tx, id, viewer);
    assertMayEdit(sage, by);
    if (form) assertAsShown(form, await valuesOf(tx, sage));
    await assertVisibleContexts(tx, body.context_ids ?? [], viewer);
    const page = form && draftIn(form);
    if (page) await dropDraft(tx, { sageId: sage.id, userId: by.id, page });
    return updateSage(tx, id, sageFieldsOf(body), { by, at: app.now() });
}

/** The fields of a request, where it is a form. */
export const formIn = (request: Request): Form | undefined =>
    request.mime === formType ? bodyOf(request) : undefined;

/** The page whose draft a form is. */
export const draftIn = (form: Form): DraftPage | undefined =>
    draftPages.find((page) => page === form['draft']);
