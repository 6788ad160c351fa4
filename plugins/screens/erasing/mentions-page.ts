// Possible mentions of erased candidates: each place with the text around it, and two buttons.
import type { ServerRoute } from '@hapi/hapi';
import type { Listed } from '../../../db/erasing/mentions.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { mentionsIn } from './mentions.ts';

export const mentionsPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showMentions',
        path: '/screens/mentions',
        description: 'Shows places in other texts that may be about an erased candidate.',
        scope: erasers,
        show: (_, visit) => showMentions(visit)
    });

async function showMentions(visit: PageContext): Promise<View> {
    const { items, more } = await mentionsIn(visit.app);
    return {
        title: 'Possible mentions',
        styles: ['screens.css'],
        crumbs: [{ word: 'Candidates', href: '/screens' }],
        body: html`${notice('These texts name erased candidates, or people with the same name. Decide for each place.')}
            <p>“Delete” removes the name, the address and the answers from the text. A file that is not text, or that has the name in its key, is deleted as a whole. You cannot undo this.</p>
            ${items.length > 0 ? html`<ul class="mentions">${items.map((item) => line(visit, item))}</ul>` : emptyState({ says: 'No place needs a decision.' })}
            ${more && html`<p><small>There are more places. We list up to 200 for each word.</small></p>`}`
    };
}

const names: Record<string, string> = {
    audit: 'Note in the audit log',
    credits: 'Reason of a credit entry',
    traces: 'Trace of an agent',
    task_links: 'Linked task',
    screen_decisions: 'Note of a decision',
    screen_reviews: 'Reason of a level',
    screens: 'Note about another candidate',
    content_pages: 'Content page',
    deal_history: 'Reason in the history of a deal',
    intake_items: 'Message of an enquiry',
    job_attempts: 'Error of a job',
    jobs: 'Error of a job',
    kept_forms: 'Rejected form',
    mails: 'Email',
    sage_drafts: 'Draft of a sage',
    storage: 'Stored object'
};

function line(visit: PageContext, { id, in: where, key, context, isChosen, failed }: Listed) {
    const button = (choice: 'erase' | 'keep', body: ReturnType<typeof html>) =>
        postForm(visit, { to: { rest: '/mentions/decide' }, fields: { id, choice }, body });
    return html`<li><h2>${names[where] ?? 'Text'} <small>${key}</small></h2>
        ${context.map((text) => html`<p class="answer" dir="auto">${text}</p>`)}
        ${context.length === 0 && html`<p><em>This place no longer contains the text.</em></p>`}
        ${failed !== null && html`<p role="alert">The deletion failed: ${failed}</p>`}
        ${isChosen ? html`<p>Being deleted.</p>` : html`<div class="acts">${button('keep', html`<button type="submit" class="secondary">Keep</button>`)}${button('erase', html`<button type="submit" class="danger">Delete</button>`)}</div>`}</li>`;
}
