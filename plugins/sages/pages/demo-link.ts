// The link that opens a demo of a sage, with its QR code, for users who may make one.
import { renderSVG } from 'uqr';
import type { SageRow } from '../../../db/sages/sages.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export function demoLink(visit: PageContext, sage: SageRow) {
    if (!may(visit.actor, 'ss_admin_all', 'power_user')) return undefined;
    const to = { action: 'svc_toggle_demo_key' } as const;
    const fields = { sage_id: sage.id };
    if (sage.demoKey === null)
        return {
            html: html`<section id="demo"><h2>Demo link</h2><p>Each visitor can answer the questions once and see the findings. It costs no credits and sends no email.</p>
                ${postForm(visit, { to, fields, body: html`<button type="submit" class="secondary">Create demo link</button>` })}</section>`,
            dialogs: []
        };
    const url = `${visit.app.config.baseUrl}/screen/demo/${sage.demoKey}`;
    const clear = dialog(visit, {
        id: 'clear-demo',
        title: 'Remove the demo link?',
        says: html`<p>The current link stops working for everyone. A new link will be different.</p>`,
        to,
        hidden: { ...fields, action_type: 'clear' },
        button: 'Remove link'
    });
    return {
        html: html`<section id="demo"><h2>Demo link</h2><p>Anyone with this link can answer the questions and see the findings:<br /><a href="${url}">${url}</a></p>
            <figure class="qr">${{ html: renderSVG(url, { border: 2 }) }}<figcaption>The same link for a phone</figcaption></figure>
            <div class="acts">${dialogButton(clear)}</div></section>`,
        dialogs: [clear]
    };
}
