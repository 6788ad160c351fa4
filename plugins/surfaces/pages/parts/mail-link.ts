// An address that opens a mail to it.
import { html } from '../layout.ts';

/** A stranger may have typed it: a question mark in it begins no header of the mail. */
export const mailLink = (address: string) => html`<a href="mailto:${encoded(address)}">${address}</a>`;

const encoded = (address: string) => address.split('@').map(encodeURIComponent).join('@');
