// The staff's routes for screens: make, invite, remind, cancel, read and decide. candidate.ts has the candidate's pages.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    cancelScreen,
    createScreen,
    decideScreen,
    inviteCandidate,
    listScreens,
    remindCandidate
} from '../../db/screens/invitations.ts';
import { Refusal } from '../../db/refusal.ts';
import { getSage, type SageRef } from '../../db/sages/sages.ts';
import { answersOf, decisions, findScreen, markOpened, type ScreenRow } from '../../db/screens/screens.ts';
import type { Tx } from '../../db/store.ts';
import type { App } from '../app.ts';
import { byOf } from '../surfaces/auth/requester.ts';
import {
    jsonSageRef,
    listOf,
    pageOf,
    type Paging,
    paging,
    sageRef,
    shortText,
    uuid
} from '../surfaces/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { screen, screenOf, screenWithAnswers } from './rows.ts';

const scope = ['council_screen'] as const;
const params = { id: uuid.required() };
const link = Joi.string().uri().description('The private link. Only this response holds it.');

export const screens: Plugin<App> = {
    name: 'screens',
    dependencies: ['auth'],
    register(server, app) {
        server.route([...making(app), ...inviting(app), ...ending(app)]);
    }
};

function making(app: App): ServerRoute[] {
    const { store } = app;
    return [
        rest<NewScreen>(app, {
            method: 'POST',
            path: '/screens',
            summary: 'Makes a screen for a candidate and, with `invite`, invites them.',
            scope,
            body: newScreen,
            status: 201,
            also: [402],
            response: { screen, link },
            run: (body, { id }) => create(app, body, id)
        }),
        rest<{ sage_id?: SageRef } & Paging>(app, {
            method: 'GET',
            path: '/screens',
            summary: 'Lists the screens, newest first.',
            scope,
            query: { sage_id: sageRef, ...paging },
            response: listOf(screen),
            also: [404],
            run: async ({ sage_id, ...page }) => {
                const sage = sage_id === undefined ? undefined : await getSage(store.read, sage_id);
                const search = { sageId: sage?.id, ...pageOf(page) };
                const { items, total } = await listScreens(store.read, search);
                return { items: items.map(screenOf), total };
            }
        }),
        rest<{ id: string }>(app, {
            method: 'GET',
            path: '/screens/{id}',
            summary: 'Returns a screen with its answers, verdict and evidence.',
            scope,
            params,
            response: { screen: screenWithAnswers },
            run: async ({ id }) => ({ screen: await openScreen(app, id) })
        })
    ];
}

function inviting(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<{ id: string }>(app, {
            method: 'POST',
            path: '/screens/{id}/invite',
            summary: 'Invites the candidate of a draft. Only this response holds the private link.',
            scope,
            params,
            body: {},
            response: { screen, link: link.required() },
            run: ({ id }) => store.write((tx) => invite(tx, app, id))
        }),
        rest<{ id: string }>(app, {
            method: 'POST',
            path: '/screens/{id}/remind',
            summary: 'Sends the candidate their link again.',
            scope,
            params,
            body: {},
            response: { screen },
            run: async ({ id }, _actor, request) => {
                const act = { by: byOf(request), at: now() };
                return { screen: screenOf(await store.write((tx) => remindCandidate(tx, id, act))) };
            }
        })
    ];
}

function ending(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<{ id: string; reason: string }>(app, {
            method: 'POST',
            path: '/screens/{id}/cancel',
            summary: 'Cancels a screen that was not started and releases its credits.',
            scope,
            params,
            body: { reason: Joi.string().trim().allow('').max(1000).default('') },
            response: { screen },
            run: async ({ id, reason }, _actor, request) => {
                const act = { by: byOf(request), reason, at: now() };
                return { screen: screenOf(await store.write((tx) => cancelScreen(tx, id, act))) };
            }
        }),
        rest<{ id: string; decision: ScreenRow['decision']; note: string }>(app, {
            method: 'POST',
            path: '/screens/{id}/decide',
            summary: 'Records the decision of a named person. An evaluator never decides.',
            scope,
            params,
            body: {
                decision: Joi.valid(...decisions).required(),
                note: Joi.string().trim().allow('').max(2000).default('')
            },
            response: { screen },
            run: async ({ id, decision, note }, actor, request) => {
                const act = {
                    decision,
                    note,
                    by: { ...byOf(request), id: actor.id, displayName: actor.displayName },
                    at: now()
                };
                return { screen: screenOf(await store.write((tx) => decideScreen(tx, id, act))) };
            }
        })
    ];
}

interface NewScreen {
    sage_id: SageRef;
    candidate: { name: string; email: string };
    invite: boolean;
}

const newScreen = {
    sage_id: jsonSageRef.required(),
    candidate: Joi.object({
        name: shortText.required(),
        email: Joi.string().trim().email({ tlds: false }).max(254).required()
    }).required(),
    invite: Joi.boolean().default(false)
};

function create(app: App, { sage_id, candidate, invite: invited }: NewScreen, by: number) {
    const { store, config, now } = app;
    return store.write(async (tx) => {
        const sage = await getSage(tx, sage_id);
        const screen = await createScreen(tx, sage, {
            candidate,
            cost: config.screens.credits,
            by,
            at: now()
        });
        return invited ? invite(tx, app, screen.id) : { screen: screenOf(screen) };
    });
}

async function invite(tx: Tx, { config, secrets, now }: App, id: string) {
    const { days } = config.screens;
    const { screen, token } = await inviteCandidate(tx, id, { secret: secrets.links, days, at: now() });
    return { screen: screenOf(screen), link: `${config.baseUrl}/screen/${token}` };
}

/** The first reading of a screen is recorded: a sage passes testing only after somebody has read its test screen. */
async function openScreen({ store, now }: App, id: string) {
    const screen = await findScreen(store.read, id);
    if (!screen) throw new Refusal('not_found', 'Screen not found.');
    if (screen.openedAt === null) await store.write((tx) => markOpened(tx, id, now()));
    return { ...screenOf(screen), answers: await answersOf(store.read, id) };
}
