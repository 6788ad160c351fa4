// An address as a mailto link.
import { mailto } from '../../../../db/accounts/mailto.ts';
import { html } from '../layout.ts';

export const mailLink = (address: string) => html`<a href="${mailto(address)}">${address}</a>`;

export const mailButton = (address: string, says: string) =>
    html`<a role="button" href="${mailto(address)}">${says}</a>`;
