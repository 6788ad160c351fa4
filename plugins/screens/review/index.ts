// Pages for reviewers: the waiting answers, and one candidate's answers.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../../app.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { formPages } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { Redirect } from '../../surfaces/http/form-post.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { comparePages } from './compare.ts';
import { type Asked, reviewPath, showReview } from './review-page.ts';
import { ofScreen } from '../../shared/owned.ts';

/** Where the reviewer works through the queue of one sage. */
const sageId = Joi.number().integer().positive();

const scope = ['council_screen'] as const;

export const reviewPages = (app: App): ServerRoute[] => [
    ...comparePages(app),
    ...formPages<Asked>(app, {
        path: '/screens/{id}',
        ...ofScreen,
        scope,
        id: 'showScreenToJudge',
        description: 'Shows the answers of a candidate for review.',
        query: { sage_id: sageId },
        again: {
            id: 'showScreenWithLevels',
            description: 'Previews levels for the answers of a candidate. Saves nothing.'
        },
        show: (asked, visit, form) =>
            showReview(app, { ...asked, ...(form && { form, ...sageIn(form) }) }, visit)
    }),
    doneRoute(app)
];

/** Refused levels and decisions are shown on the page again with their input, which may be long. */
export const judgingForms: Redirect = { backTo: reviewPath, again: true };

/** The sage of the queue that the reviewer works through, in a form of the page. */
function sageIn(form: Form) {
    const sage = Number(typed(form, 'sage_id'));
    return Number.isInteger(sage) && sage > 0 ? { sage_id: sage } : {};
}

const doneRoute = (app: App): ServerRoute =>
    consolePage<Pick<Asked, 'sage_id'>>(app, {
        id: 'showQueueDone',
        path: '/screens/done',
        description: 'Shows that no other candidate waits for a review.',
        scope,
        query: { sage_id: sageId },
        show: async ({ sage_id }) => {
            const query = sage_id === undefined ? '' : `?sage_id=${sage_id}`;
            return {
                title: 'No other candidate needs a review',
                styles: ['screens.css'],
                body: html`${emptyState({ says: 'Candidates appear here after they submit their answers.' })}
                    <p class="acts"><a role="button" href="/screens${query}">Back to the candidates</a>
                    <a role="button" class="secondary" href="/screens/compare${query}">Compare</a></p>`
            };
        }
    });
