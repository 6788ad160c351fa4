// Pages for people who judge: the answers that wait, and one candidate's answers.
import type { Plugin } from '@hapi/hapi';
import { rubricOf } from '../../../db/builds/releases.ts';
import { findSage } from '../../../db/sages/sages.ts';
import { readableScreen } from '../../../db/screens/access.ts';
import { answersOf, markOpened, type ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../surfaces/auth/requester.ts';
import { uuid } from '../../surfaces/fields.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { wrongIn } from '../../surfaces/pages/form-posts.ts';
import { judgementsFor, type Seeing, show } from '../views.ts';
import { queueRoute } from './queue.ts';
import { reviewPage } from './review-page.ts';

const scope = ['council_screen'] as const;

export const reviewPages: Plugin<App> = {
    name: 'review-pages',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([
            queueRoute(app),
            consolePage<{ id: string } & Seeing>(app, {
                id: 'showScreenToJudge',
                path: '/screens/{id}',
                description: 'Shows the answers of a candidate, to judge them.',
                scope,
                params: { id: uuid.required() },
                query: { show },
                show: (asked, visit) => showOne(app, asked, visit)
            })
        ]);
    }
};

async function showOne(app: App, { id, show: asked }: { id: string } & Seeing, visit: Visit) {
    const { actor, flash, nonces } = visit;
    const { store, config, now } = app;
    const screen = await readableScreen(store.read, id, viewerOf(app, actor));
    if (screen.openedAt === null) await store.write((tx) => markOpened(tx, id, now()));
    const judgementOf = await judgementsFor(app, [screen], { actor, show: asked });
    return reviewPage({
        screen,
        ...(await materialOf(store.read, screen)),
        judgement: judgementOf(screen),
        userId: actor.id,
        nonce: nonces['svc_rest'] ?? '',
        restPath: config.paths.rest,
        timeZone: config.timeZone,
        wrong: wrongIn(flash, { levels: 'Choose a level for at least one answer.' }),
        typed: flash?.typed ?? {}
    });
}

/** What is read before a screen is judged: the position, the criteria and the answers by criterion. */
async function materialOf(on: Reader, { id, sageId, releaseRunId }: ScreenRow) {
    const rubric = await rubricOf(on, releaseRunId ?? '');
    const answers = await answersOf(on, id);
    return {
        position: (await findSage(on, sageId))?.name ?? '',
        criteria: rubric?.criteria ?? [],
        answers: new Map(answers.map(({ criterionId, answer }) => [criterionId, answer]))
    };
}
