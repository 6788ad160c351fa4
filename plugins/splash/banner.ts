// The published banner, on every page of the console until its reader closes it. Its picture is left out: our pages load
// nothing from elsewhere.
import { activeSplash } from '../../db/sales/splashes.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { preview } from '../surfaces/pages/parts/preview.ts';
import { addressOf, type PageContext } from '../surfaces/pages/console/visit.ts';

export async function bannerFor(visit: PageContext): Promise<Html | undefined> {
    const { app, actor, request } = visit;
    const splash = await activeSplash(app.store.read, actor.id);
    if (!splash) return undefined;
    const { id, title, subtitle, content, ctaText, ctaLink } = splash;
    const leads = ctaText !== '' && ctaLink !== '';
    return html`<aside class="news" aria-label="News">
        <div><p><strong>${title}</strong>${subtitle !== '' && html`<br />${subtitle}`}</p>
            ${content !== '' && preview(content)}</div>
        <div class="acts">${leads && html`<a role="button" class="secondary" href="${ctaLink}" rel="noopener noreferrer">${ctaText}</a>`}
            ${postForm(visit, {
                to: { action: 'svc_mark_splash_seen' },
                fields: { splash_id: id, back: addressOf(request) },
                body: html`<button type="submit" class="quiet">Close</button>`
            })}</div></aside>`;
}
