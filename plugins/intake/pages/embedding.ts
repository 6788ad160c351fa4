// How the public form gets onto a page of one's own site.
import type { App } from '../../app.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { publicFormPath } from '../paths.ts';

/** What is pasted into a page of the site. */
const snippetOf = (address: string) =>
    `<iframe src="${address}" title="Write to us" width="100%" height="920" loading="lazy"></iframe>`;

export function embedding({ config: { baseUrl, intakeFrameOrigins } }: App): Html {
    const address = baseUrl + publicFormPath;
    const who =
        intakeFrameOrigins.length === 0
            ? html`<p><strong>No site may show it in a frame yet.</strong> Name yours in the setting
                <code>INTAKE_FRAME_ORIGINS</code>, like <code>https://www.example</code>, and start the service again.</p>`
            : html`<p>It is shown in pages of ${intakeFrameOrigins.join(', ')}, and of no other site
                (setting <code>INTAKE_FRAME_ORIGINS</code>).</p>`;
    return html`<details class="embed"><summary>Embed this form</summary>
        <p>Anybody leaves an item at <a href="${publicFormPath}">${address}</a>: link to it, or paste this into a page of your
            own site. What comes in that way has no owner until you assign it.</p>
        <pre tabindex="0"><code>${snippetOf(address)}</code></pre>${who}</details>`;
}
