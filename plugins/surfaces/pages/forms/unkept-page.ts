// A refused form that its own page cannot show again: the response to the post has what was typed, or says where it still is.
import type { Request } from '@hapi/hapi';
import type { Typed } from '../../http/form-post.ts';
import { area } from '../form-controls.ts';
import { themeOf } from '../console/theme.ts';
import { html, page, type Part } from '../layout.ts';

interface Refused {
    /** The page of the form. */
    to: string;
    message: string;
}

/** Where a form still is that is too large to be read. */
export const stillBefore = 'Your text is not lost: most browsers still show it if you go back.';

export const unreadPage = (request: Request, { message, to }: Refused) =>
    notSaved(
        request,
        html`<p>${message} ${stillBefore}</p>
            <p><a href="${to}">Open the page again, without your text</a></p>`
    );

/** Has all texts in full. */
export const unkeptPage = (request: Request, { message, to, typed }: Refused & { typed: Typed }) =>
    notSaved(
        request,
        html`<p>${message}</p>
            <p>Copy your text from here, then <a href="${to}">open the page again</a>.</p>
            ${textsOf(typed)}`
    );

/** Each text in full, to be copied; nothing where none was typed. */
export const textsOf = (typed: Typed) =>
    Object.entries(typed).map(
        ([name, value]) =>
            value !== '' &&
            area({
                id: `typed-${name}`,
                name,
                label: name.replaceAll('_', ' '),
                value,
                maxlength: value.length,
                rows: 8
            })
    );

const notSaved = (request: Request, body: Part) =>
    page({
        title: 'Nothing was saved',
        theme: themeOf(request),
        body: html`<h1>Nothing was saved</h1>
            ${body}`
    });
