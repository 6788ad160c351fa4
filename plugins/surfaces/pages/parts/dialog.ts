// A dialog that shows the consequences before an action. Without JavaScript its button leads to the same as a page.
import type { Target } from '../../http/form-post.ts';
import { type Html, html, type Part } from '../layout.ts';
import type { PageContext } from '../console/visit.ts';
import { postForm } from './post-form.ts';

export interface Dialog {
    /** Also the value of `?ask=`. */
    id: string;
    title: string;
    /** On the button that opens it. */
    word: string;
    content: Html;
}

interface Question {
    id: string;
    /** The question. */
    title: string;
    /** What will happen, in numbers where there are any. */
    says: Part;
    /** Visible fields, such as a reason. A refused question with some is asked again. */
    fields?: Part;
    to: Target;
    hidden?: Readonly<Record<string, string | number>>;
    /** The word of the button that does it. */
    button: string;
    /** The word of the button that opens it, where that is another one. */
    word?: string;
    /** An action that cannot be undone. */
    isDangerous?: boolean;
}

export function dialog(
    visit: PageContext,
    { id, title, says, fields, to, hidden, button, word = button, isDangerous }: Question
): Dialog {
    const act = html`<button type="submit" ${isDangerous && { html: 'class="danger"' }}>${button}</button>`;
    const body = html`${fields}<div class="acts">
        <a role="button" class="secondary" href="${visit.request.path}" data-close>Go back</a>${act}</div>`;
    return {
        id,
        title,
        word,
        content: html`<div>${says}</div>${postForm(visit, { to, fields: { ...hidden, ...(fields && { ask: id }) }, body })}`
    };
}

/** The button that opens it. */
export const dialogButton = (one: Dialog) => opener(one, 'secondary');

/** The same as the main one of a page. */
export const mainDialogButton = (one: Dialog) => opener(one, '');

const opener = ({ id, word }: Dialog, look: string) =>
    html`<a role="button" class="${look}" href="?ask=${id}" data-dialog="${id}">${word}</a>`;

export const dialogElement = ({ id, title, content }: Dialog) =>
    html`<dialog id="${id}" class="question" aria-labelledby="${id}-title">
        <h2 id="${id}-title">${title}</h2>${content}</dialog>`;

/** The same as all that a page shows. */
export const dialogPage = ({ title, content }: Dialog) => html`<h1>${title}</h1>${content}`;
