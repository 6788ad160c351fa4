// Where a change of a sage leads: to its page, which shows a refused one as it was typed.
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { editorPath } from '../form.ts';

export const changeForms: FormPost = { backTo: editorPath, says: 'Saved.', waits: true };

/** A new context. */
export const contextForms: FormPost = {
    backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/contexts`,
    says: 'Context created and added to this sage.',
    waits: true
};
