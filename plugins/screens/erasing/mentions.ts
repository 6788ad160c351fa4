// Where erased people may be meant in what others wrote: read and decided by the council's administrators.
import Joi from 'joi';
import type { ServerRoute } from '@hapi/hapi';
import { decideDoubt, listDoubts, type Listed } from '../../../db/erasing/mentions.ts';
import { placesIn } from '../../../db/erasing/places.ts';
import * as tables from '../../../db/migrations/schema.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { anyText, flag, maybeText, oneOf, several } from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { identifier } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

const places = placesIn(Object.values(tables));

/** The places that need a decision. */
const mentionsIn = ({ store, config: { dataDir } }: App) => listDoubts(store.read, { dataDir, places });

const mention = Joi.object({
    id: anyText,
    in: anyText.description('The table of the row, or `storage` for a stored object.'),
    key: anyText.description('The id of the row, or the bucket and key of the object.'),
    context: several(Joi.string()).description('The current text. Empty if it was removed.'),
    deciding: flag.description('A deletion was decided and follows within seconds.'),
    failed: maybeText.description('Why a deletion failed. Decide again.')
});

export const mentionsRoute = (app: App) =>
    rest(app, {
        name: 'listMentions',
        method: 'GET',
        path: '/mentions',
        summary:
            'Returns places in other texts that may be about an erased candidate: names, answers and binary files.',
        scope: erasers,
        response: { items: several(mention), more: flag },
        run: async () => {
            const { items, more } = await mentionsIn(app);
            return {
                items: items.map(({ isChosen: deciding, key, ...item }) => ({
                    ...item,
                    key: String(key),
                    deciding
                })),
                more
            };
        }
    });

interface Decided {
    id: string;
    choice: 'erase' | 'keep';
}

export const decideRoute = (app: App) =>
    rest<Decided>(app, {
        name: 'decideMention',
        method: 'POST',
        path: '/mentions/decide',
        summary:
            'Decides about one place that may be about an erased candidate: `erase` removes the words, or deletes a file that is not text; `keep` leaves it.',
        scope: erasers,
        body: {
            id: identifier.max(2000).required(),
            choice: Joi.string().valid('erase', 'keep').required()
        },
        bodyOfForm: ({ id, choice }) => ({ id, choice }),
        also: [404],
        response: { id: anyText, choice: oneOf('erase', 'keep') },
        formPost: { backTo: () => '/screens/mentions', says: 'Decision saved.' },
        run: async ({ id, choice }, _actor, request) => {
            const decision = { id, erase: choice === 'erase', ...actBy(app, request) };
            await app.store.write((tx) => decideDoubt(tx, decision));
            return { id, choice };
        }
    });

/** Possible mentions of erased candidates: each place with the text around it, and two buttons. */
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
    deal_acceptances: 'Accepted offer',
    deal_history: 'Reason in the history of a deal',
    deal_lines: 'Line of an offer',
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
