// Pages for people who judge: the answers that wait, and one candidate's answers.
import type { Lifecycle, Plugin, Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { rubricOf } from '../../../db/builds/releases.ts';
import { Refusal } from '../../../db/refusal.ts';
import { findSage } from '../../../db/sages/sages.ts';
import { judgedSages, readableScreen } from '../../../db/screens/access.ts';
import { listUndecided } from '../../../db/screens/invitations.ts';
import { answersOf, markOpened, type ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store.ts';
import type { App } from '../../app.ts';
import { noncesOf } from '../../surfaces/auth/nonces.ts';
import { assertMay, viewerOf } from '../../surfaces/auth/requester.ts';
import { pageOf, paging, uuid, validated } from '../../surfaces/fields.ts';
import { takeFlash, wrongIn } from '../../surfaces/pages/form-posts.ts';
import { personPage } from '../../surfaces/pages/signed-in-page.ts';
import { judgementsFor, type Seeing, show } from '../views.ts';
import { listPage } from './list-page.ts';
import { reviewPage } from './review-page.ts';

export const reviewPages: Plugin<App> = {
    name: 'review-pages',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([
            personPage({
                id: 'showScreensToJudge',
                path: '/screens',
                description: 'Shows the answers that wait for a decision.',
                show: (actor, request) => showList(app, actor, request)
            }),
            personPage({
                id: 'showScreenToJudge',
                path: '/screens/{id}',
                description: 'Shows the answers of a candidate, to judge them.',
                show: (actor, request, h) => showOne(app, actor, request, h)
            })
        ]);
    }
};

const listQuery = Joi.object({ page: paging.page }).unknown();
const perPage = 50;

async function showList(app: App, actor: Actor, request: Request): Promise<Lifecycle.ReturnValue> {
    assertMay(actor, ['council_screen']);
    const { read } = app.store;
    const { page } = validated<{ page: number }>(listQuery, request.query, { convert: true });
    const sageIds = await judgedSages(read, viewerOf(app, actor));
    const part = pageOf({ page, per_page: perPage });
    const { items, total, more } = await listUndecided(read, { sageIds, ...part });
    const positions = new Map<number, string>();
    for (const { sageId } of items)
        if (!positions.has(sageId)) positions.set(sageId, (await findSage(read, sageId))?.name ?? '');
    return listPage({
        screens: items.map((screen) => ({ ...screen, position: positions.get(screen.sageId) ?? '' })),
        total: more ? `More than ${total}` : total,
        pageNumber: page,
        isLast: !more && part.offset + items.length >= total,
        timeZone: app.config.timeZone
    });
}

const params = Joi.object({ id: uuid.required() });
const oneQuery = Joi.object({ show }).unknown();

async function showOne(app: App, actor: Actor, request: Request, h: ResponseToolkit) {
    assertMay(actor, ['council_screen']);
    const { store, config, secrets, now } = app;
    const { id } = idIn(request);
    const asked = validated<Seeing>(oneQuery, request.query, { convert: true });
    const screen = await readableScreen(store.read, id, viewerOf(app, actor));
    if (screen.openedAt === null) await store.write((tx) => markOpened(tx, id, now()));
    const judgementOf = await judgementsFor(app, [screen], { actor, show: asked.show });
    const flash = takeFlash(request, h);
    return reviewPage({
        screen,
        ...(await materialOf(store.read, screen)),
        judgement: judgementOf(screen),
        userId: actor.id,
        nonce: noncesOf(secrets.nonce, actor, now())['svc_rest'] ?? '',
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

/** An address that cannot be one of a screen is a page that is not there. */
function idIn(request: Request) {
    const { value, error } = params.validate(request.params);
    if (error) throw new Refusal('not_found', 'Screen not found.');
    return value as { id: string };
}
