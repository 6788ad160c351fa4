// Pages for reviewers: the waiting answers, and one candidate's answers.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { decisionMailsIn, decisionMailOf } from '../../../db/judgement/decision-mails.ts';
import { rubricOf } from '../../../db/builds/releases.ts';
import { findSage, mayView } from '../../../db/sages/sages.ts';
import { readableScreen } from '../../../db/screens/access.ts';
import { markOpened, type ScreenRow, sentAnswersOf } from '../../../db/screens/screens.ts';
import { unsentLinks } from '../../../db/screens/unsent-links.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { formPages } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import type { Redirect } from '../../surfaces/http/form-post.ts';
import { clockOf } from '../../surfaces/pages/parts/moment.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { queueAround } from '../list/listing.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { comparePages } from './compare.ts';
import { reviewPage, reviewPath, tryingBox } from './review-page.ts';
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
            showOne(app, { ...asked, ...(form && { form, ...sageIn(form) }) }, visit)
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

interface Asked {
    id: string;
    sage_id?: number;
    form?: Form;
}

async function showOne(app: App, { id, sage_id, form }: Asked, visit: PageContext) {
    const { actor } = visit;
    const { store, now } = app;
    const viewer = viewerOf(app, actor);
    const screen = await readableScreen(store.read, id, viewer);
    if (screen.openedAt === null && !form) await store.write((tx) => markOpened(tx, id, now()));
    const judgementOf = await judgementsFor(app, [screen], { actor, isPage: true });
    const sage = await findSage(store.read, screen.sageId);
    const view = {
        screen,
        unsent: (await unsentLinks(store.read, [screen])).get(id),
        telling: {
            settings: await decisionMailsIn(store.read),
            mail: await decisionMailOf(store.read, id)
        },
        position: sage?.name ?? '',
        trying: tryingBox(visit, screen, sage && mayView(viewer, sage) ? sage : undefined),
        mayManage: sage !== undefined && mayView(viewer, sage),
        ...(await materialOf(store.read, screen)),
        judgement: judgementOf(screen),
        queue: { ...(await queueAround(app, screen, actor, sage_id)), sageId: sage_id },
        clock: clockOf(app),
        form
    };
    return reviewPage(view, visit);
}

/** The parts that are read before a review: the criteria and the answers by criterion. */
async function materialOf(on: Reader, screen: ScreenRow) {
    const rubric = await rubricOf(on, screen.releaseRunId ?? '');
    const answers = await sentAnswersOf(on, screen);
    return {
        criteria: rubric?.criteria ?? [],
        threshold: rubric?.threshold ?? 0,
        answers: new Map(answers.map(({ criterionId, answer }) => [criterionId, answer]))
    };
}
