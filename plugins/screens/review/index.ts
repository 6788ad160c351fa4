// Pages for reviewers: the waiting answers, and one candidate's answers.
import type { ServerRoute } from '@hapi/hapi';
import { decisionMailsIn, decisionMailOf } from '../../../db/judgement/decision-mails.ts';
import { rubricOf } from '../../../db/builds/releases.ts';
import { findSage, mayView } from '../../../db/sages/sages.ts';
import { readableScreen } from '../../../db/screens/access.ts';
import { markOpened, type ScreenRow, sentAnswersOf } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { draftPage, refusedForm } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import type { Redirect } from '../../surfaces/http/form-post.ts';
import { clockOf } from '../../surfaces/pages/parts/moment.ts';
import { judgementsFor, type Seeing, show } from '../views.ts';
import { compareRoute } from './compare.ts';
import { queueRoute } from './queue.ts';
import { reviewPage, reviewPath } from './review-page.ts';
import { ofScreen } from '../../shared/owned.ts';

const page = {
    path: '/screens/{id}',
    ...ofScreen,
    scope: ['council_screen'] as const
};

export const reviewPages = (app: App): ServerRoute[] => [
    queueRoute(app),
    compareRoute(app),
    consolePage<{ id: string } & Seeing>(app, {
        ...page,
        id: 'showScreenToJudge',
        description: 'Shows the answers of a candidate for review.',
        query: { show },
        show: (asked, visit) => showOne(app, asked, visit)
    }),
    draftPage<{ id: string }>(app, {
        ...page,
        id: 'showScreenWithLevels',
        description: 'Previews levels for the answers of a candidate. Saves nothing.',
        waits: true,
        show: ({ id }, visit, form) => showOne(app, { id, form }, visit)
    })
];

/** Refused levels and decisions are shown on the page again with their input, which may be long. */
export const judgingForms = (app: App): Redirect => ({
    backTo: reviewPath,
    waits: true,
    again: (request, h, flash) =>
        refusedForm(app, request, h, {
            path: reviewPath(request.params),
            flash,
            show: (visit, form) => showOne(app, { id: String(request.params['id']), form }, visit)
        })
});

type Query = { id: string; form?: Form } & Seeing;

async function showOne(app: App, { id, show: asked, form }: Query, visit: PageContext) {
    const { actor } = visit;
    const { store, now } = app;
    const viewer = viewerOf(app, actor);
    const screen = await readableScreen(store.read, id, viewer);
    if (screen.openedAt === null && !form) await store.write((tx) => markOpened(tx, id, now()));
    const judgementOf = await judgementsFor(app, [screen], { actor, show: asked });
    const sage = await findSage(store.read, screen.sageId);
    const view = {
        screen,
        telling: {
            settings: await decisionMailsIn(store.read),
            mail: await decisionMailOf(store.read, id)
        },
        position: sage?.name ?? '',
        mayManage: sage !== undefined && mayView(viewer, sage),
        ...(await materialOf(store.read, screen)),
        judgement: judgementOf(screen),
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
        answers: new Map(answers.map(({ criterionId, answer }) => [criterionId, answer]))
    };
}
