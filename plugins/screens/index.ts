// Screens: what staff do with them, what is done with a candidate's data, and the candidate's own pages.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { createScreen } from '../../db/screens/invitations.ts';
import { type SageRef } from '../../db/sages/sages.ts';
import { readableScreen } from '../../db/screens/access.ts';
import { markOpened, sentAnswersOf } from '../../db/screens/screens.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import { type App, feature } from '../app.ts';
import { viewerOf } from '../shared/viewer.ts';
import { onWire } from '../shared/wire.ts';
import { actBy, actorOf } from '../surfaces/auth/requester.ts';
import { jsonSageRef } from '../surfaces/http/fields.ts';
import { mailField } from '../surfaces/public-pages/mail-way.ts';
import { rest } from '../surfaces/rest.ts';
import { candidateDataRoutes } from './erasing/index.ts';
import { candidate, sendingKey } from './inviting/invitees.ts';
import { listForms, listPages } from './inviting/list-page.ts';
import { judgingRoutes } from './judging.ts';
import { linkShown } from './inviting/link-page.ts';
import { inviteListRoute, personalLine } from './inviting/list-route.ts';
import { invitePage, invitePath } from './inviting/page.ts';
import { comparingRoute } from './comparing.ts';
import { reviewingRoutes } from './reviewing.ts';
import { bulkRoutes } from './list/bulk.ts';
import { bulkPages } from './list/bulk-pages.ts';
import { listRoute } from './list/listing.ts';
import { candidatesPages } from './list/page.ts';
import { inviteByLink, inviteOnce, managingRoutes } from './managing.ts';
import { link } from './links.ts';
import { reviewPages } from './review/index.ts';
import { consentOf, screen, screenWithAnswers, type Seeing, show, viewOf } from './rows.ts';
import { ofScreen, sageFor } from '../shared/owned.ts';
import { candidatePages } from './visit/index.ts';

const scope = ['council_screen'] as const;

export const screens = feature('screens', ['auth', 'form-posts'], (app) => [
    createRoute(app),
    invitePage(app),
    inviteListRoute(app, listForms(app)),
    ...listPages(app),
    listRoute(app),
    ...candidatesPages(app),
    ...bulkRoutes(app),
    ...bulkPages(app),
    showRoute(app),
    ...managingRoutes(app),
    ...judgingRoutes(app),
    ...reviewingRoutes(app),
    comparingRoute(app),
    ...reviewPages(app),
    ...candidateDataRoutes(app),
    candidatePages
]);

const createRoute = (app: App): ServerRoute =>
    rest<NewScreen>(app, {
        owned: 'sage_id',
        name: 'createScreen',
        method: 'POST',
        path: '/screens',
        summary: 'Creates a screen for a candidate. With `invite`, also invites them.',
        scope,
        body: newScreen,
        status: 201,
        also: [402, 404, 409],
        response: { screen, link, mail: mailField.mail.optional() },
        formPost: {
            backTo: invitePath,
            keeps: ['sage_id', 'name', 'email', 'personal_line', 'key'],
            once: linkShown(app, true)
        },
        bodyOfForm: ({ sage_id, name, email, personal_line, key, send, again }) => ({
            sage_id: Number(sage_id),
            candidate: { name, email },
            invite: true,
            send_email: send !== 'link',
            personal_line,
            key,
            again: again === '1'
        }),
        run: (body, _, request) => create(app, body, request)
    });

const showRoute = (app: App): ServerRoute =>
    rest<{ id: string } & Seeing>(app, {
        name: 'getScreen',
        method: 'GET',
        path: '/screens/{id}',
        summary: 'Returns a screen with its submitted answers, verdict and evidence.',
        scope,
        ...ofScreen,
        query: { show },
        also: [404],
        response: { screen: screenWithAnswers },
        run: async ({ id, show }, actor) => ({ screen: await openScreen(app, id, { actor, show }) })
    });

interface NewScreen {
    sage_id: SageRef;
    candidate: { name: string; email: string };
    invite: boolean;
    send_email: boolean;
    personal_line: string;
    key?: string;
    again: boolean;
}

const newScreen = {
    sage_id: jsonSageRef.required(),
    candidate: candidate.required(),
    invite: Joi.boolean().default(false),
    send_email: Joi.boolean()
        .default(true)
        .description('With `invite`: false for an invitation whose link you send yourself.'),
    personal_line: personalLine,
    key: sendingKey.description('Idempotency key: repeating the request does not create a second screen.'),
    again: Joi.boolean()
        .default(true)
        .description('false: refuses to invite somebody whom the sage has invited before.')
};

async function create(app: App, { sage_id, candidate, key, again, ...asked }: NewScreen, request: Request) {
    const { store, config } = app;
    const actor = actorOf(request);
    const { invite, send_email: isMailed, personal_line: line } = asked;
    const act = actBy(app, request);
    const made = await store.write(async (tx) => {
        const sage = await sageFor(app, tx, sage_id, actor);
        const cost = config.screens.credits;
        const invitation = { candidate, line, cost, by: actor.id, at: act.at, key, again };
        const screen = await createScreen(tx, sage, invitation);
        if (!invite) return { screen };
        return isMailed ? inviteOnce(tx, app, screen) : inviteByLink(tx, app, screen, act);
    });
    return { ...made, screen: await viewOf(app, made.screen, { actor }) };
}

/** Records that a screen was read for the first time: the test review of a sage requires it. */
async function openScreen(app: App, id: string, seeing: { actor: Actor } & Seeing) {
    const { store, now } = app;
    const screen = await readableScreen(store.read, id, viewerOf(app, seeing.actor));
    if (screen.openedAt === null) await store.write((tx) => markOpened(tx, id, now()));
    const answers = await sentAnswersOf(store.read, screen);
    return {
        ...(await viewOf(app, screen, seeing)),
        consent: consentOf(screen),
        answers: answers.map((one) => onWire(one, 'criterionId', 'answer'))
    };
}
