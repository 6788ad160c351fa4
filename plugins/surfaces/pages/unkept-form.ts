// A refused form that its own page cannot show again: the response to the post has what was typed, or says where it still is.
import type { Request } from '@hapi/hapi';
import type { Typed } from '../http/form-post.ts';
import type { Form } from '../http/bodies/typed.ts';
import { area, hidden } from './form-controls.ts';
import { themeOf } from './console/theme.ts';
import { html, page, type Part } from './layout.ts';
import { loginPage } from './signed-in-page.ts';

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

/** The value of a button is not a part of the input. */
const buttons = ['do', 'keep', 'over', 'nonce'];

/** The input of the form; none for a form that was sent empty. */
export const typedIn = (form: Form) =>
    Object.fromEntries(
        Object.entries(form).filter(
            (field): field is [string, string] => typeof field[1] === 'string' && !buttons.includes(field[0])
        )
    );

/**
 * For a form that was sent after its session had ended: what was typed waits until its writer has logged in again. `to` takes the
 * form as it was typed, writes nothing and asks for no nonce.
 */
export const waitingPage = (form: Form, to: string) =>
    page({
        title: 'You are signed out',
        body: html`<h1>You are signed out</h1>
            <p>Your session has ended. Nothing was saved, but your text is still on this page.</p>
            <p><a href="${loginPage()}" target="_blank" rel="noopener">Sign in in another tab</a>, then come back here and
                continue.</p>
            <form method="post" action="${to}">${hidden(typedIn(form))}
                <button type="submit">Continue with my text</button></form>`
    });
