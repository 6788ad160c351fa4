// The page of a change that was refused, with all that was typed.
import { bodyOf } from '../../surfaces/http/bodies/index.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { refusedForm } from '../../surfaces/pages/console/form-page.ts';
import type { App } from '../../app.ts';
import { editorPath } from '../form.ts';
import { showCriteria } from './criteria.ts';
import { showDetails } from './details.ts';
import { showContexts } from './material.ts';
import { sageOf } from './part.ts';
import { showResults } from './results.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

const shown = {
    details: showDetails,
    criteria: showCriteria,
    results: showResults,
    contexts: showContexts
} as const;

export const changeForms = (app: App): FormPost => ({
    backTo: editorPath,
    says: 'Saved.',
    waits: true,
    async again(request, h, flash) {
        const show = (part: string) => shown[part as keyof typeof shown] ?? showDetails;
        return refusedForm(app, request, h, {
            path: editorPath({ ...bodyOf(request), ...request.params }),
            flash,
            show: async (visit, form) =>
                show(typed(form, 'page'))(visit, await sageOf(visit, { id: Number(request.params['id']) }), {
                    form
                })
        });
    }
});

/** A new context that was refused, with its text. */
export const contextForms = (app: App): FormPost => ({
    backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/contexts`,
    says: 'Context created and added to this sage.',
    waits: true,
    async again(request, h, flash) {
        const id = Number(request.params['id']);
        return refusedForm(app, request, h, {
            path: `/sages/${id}/contexts`,
            flash,
            show: async (visit, form) => showContexts(visit, await sageOf(visit, { id }), { form })
        });
    }
});
