// How the public form gets onto a page of one's own site.
import type { App } from '../../app.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { publicFormPath } from '../paths.ts';

/** What is pasted into a page of the site. */
const snippetOf = (address: string) =>
    `<iframe src="${address}" title="Contact form" width="100%" height="920" loading="lazy"></iframe>`;

export function embedding({ config: { baseUrl, intakeFrameOrigins } }: App): Html {
    const address = baseUrl + publicFormPath;
    const who =
        intakeFrameOrigins.length === 0
            ? html`<p><strong>No website can embed this form yet.</strong> Add your site to the setting
                <code>INTAKE_FRAME_ORIGINS</code>, such as <code>https://www.example.com</code>, and restart the service.</p>`
            : html`<p>Only pages of ${intakeFrameOrigins.join(', ')} can embed this form (setting <code>INTAKE_FRAME_ORIGINS</code>).</p>`;
    return html`<details class="embed"><summary>Embed this form</summary>
        <p>Anyone can send a request at <a href="${publicFormPath}">${address}</a>. Link to it, or paste this code into your
            website. Items sent this way have no owner until you assign one.</p>
        <pre tabindex="0"><code>${snippetOf(address)}</code></pre>${who}</details>`;
}
