// The email that invites a candidate, as pages show it before it is sent, and as text to send in its place.
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';

type Letter = Record<'name' | 'link', string> & { line: string | null };

/** Returns the subject and the text of an invitation; `line` is what its author adds to our words. */
export async function letterOf(
    app: App,
    { name: position, language }: SageRow,
    { name, line, link }: Letter
) {
    const about = { screenId: '', issue: 1, position, language };
    const mail = await app.readMail({ kind: 'screen_invitation', about, toName: name, ownText: line });
    const invalid = `${app.config.baseUrl}/screen/not-shown`;
    return { subject: mail.subject, text: mail.text.replace(invalid, () => link) };
}

export const longestLine = 500;

/** The field for a line of one's own, and the email that it becomes part of, where it is known whose. */
export async function lineField(app: App, line: string, sage?: SageRow) {
    return html`<details class="fold" ${line !== '' && { html: 'open' }}>
        <summary>Add a personal line <small>${sage && 'and see the email'}</small></summary>
        ${area({ name: 'personal_line', label: 'Personal line', help: 'Optional. The candidate reads it after the greeting.', value: line, maxlength: longestLine, rows: 2 })}
        ${sage && (await shown(app, sage))}</details>`;
}

async function shown(app: App, sage: SageRow) {
    const parts = { name: '[name]', line: '[your personal line]', link: '[the personal link]' };
    const { subject, text } = await letterOf(app, sage, parts);
    const { url, from } = app.config.mail;
    return html`<section class="box" aria-label="The email as it is sent">
        <p>${url && html`<small>From ${from}</small><br />`}<strong>${subject}</strong></p>
        ${text.split('\n\n').map((part) => html`<p>${part}</p>`)}</section>`;
}
