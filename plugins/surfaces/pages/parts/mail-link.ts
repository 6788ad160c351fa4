// An address as a mailto link.
import { mailto } from '../../../../db/accounts/mailto.ts';
import { html } from '../layout.ts';

export const mailLink = (address: string) => html`<a href="${mailto(address)}">${address}</a>`;

/** Browsers and email programs cut longer addresses. */
const longestAddress = 1999;

/** The link that writes an email with the first of these texts that fits into an address. */
export function filledMail(email: string, subject: string, texts: readonly string[]) {
    const start = mailto(email, subject);
    const whole = texts.map((text) => `${start}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`);
    return whole.find(({ length }) => length <= longestAddress) ?? start;
}

export const mailButton = (address: string, says: string) =>
    html`<a role="button" href="${mailto(address)}">${says}</a>`;
