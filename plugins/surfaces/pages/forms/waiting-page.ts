// A form that was sent after its session had ended: what was typed waits until its writer has logged in again.
import { hidden } from '../form-controls.ts';
import type { Form } from '../../http/bodies/typed.ts';
import { html, page } from '../layout.ts';
import { loginPage } from '../signed-in-page.ts';

/** The value of a button is not a part of the input. */
const buttons = ['do', 'keep', 'over', 'nonce'];

/** The input of the form; none for a form that was sent empty. */
export const typedIn = (form: Form) =>
    Object.fromEntries(
        Object.entries(form).filter(
            (field): field is [string, string] => typeof field[1] === 'string' && !buttons.includes(field[0])
        )
    );

/** `to` takes the form as it was typed, writes nothing and asks for no nonce. */
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
