// Review over JSON: people give levels, and a named person decides. The form of the page is in reviewing.ts.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { decideScreen } from '../../db/judgement/decisions.ts';
import { giveLevels, type GivenLevel } from '../../db/judgement/levels.ts';
import { judgeAgain, overrideLevel } from '../../db/judgement/overrides.ts';
import { readableScreen } from '../../db/screens/access.ts';
import { decisions, type ScreenRow } from '../../db/screens/screens.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { actBy, auditActorOf } from '../surfaces/auth/requester.ts';
import { viewerOf } from '../shared/viewer.ts';
import { rest } from '../surfaces/rest.ts';
import { reviewPath } from './review/review-page.ts';
import { screen, viewOf } from './rows.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { ofScreen } from '../shared/owned.ts';
import { freeText, identifier } from '../surfaces/http/fields.ts';

const scope = ['council_screen'] as const;

const oneLevel = {
    criterion_id: identifier.max(60).required(),
    level: Joi.valid('absent', 'partial', 'strong').required()
};

const level = Joi.object({
    ...oneLevel,
    reason: freeText.trim().allow('').max(2000).default('')
}).id('GivenLevel');

export const levels = Joi.array().items(level).max(50).unique('criterion_id');

const decisionFields = {
    decision: Joi.valid(...decisions).required(),
    note: freeText.trim().allow('').max(2000).default(''),
    levels: levels
        .default([])
        .description('Your levels. They are saved with the decision, or rejected with it.')
};

interface Levels {
    id: string;
    levels: GivenLevel[];
}

interface Decision extends Levels {
    decision: ScreenRow['decision'];
    note: string;
}

export const judgingRoutes = (app: App): ServerRoute[] => [
    levelsRoute(app),
    overrideRoute(app),
    judgeAgainRoute(app),
    decideRoute(app)
];

const levelsRoute = (app: App): ServerRoute =>
    rest<Levels>(app, {
        name: 'giveLevels',
        method: 'POST',
        path: '/screens/{id}/levels',
        summary: "Saves a reviewer's levels. The score is calculated when all levels are given.",
        scope,
        ...ofScreen,
        maxBytes: manyTexts,
        body: { levels: levels.min(1).required() },
        also: [404, 409],
        response: { screen },
        run: async ({ id, levels }, actor, request) => {
            const act = { levels, by: { ...auditActorOf(request), ...actor }, at: app.now() };
            const judged = await judge(app, id, actor, (tx) => giveLevels(tx, id, act));
            return { screen: await viewOf(app, judged, { actor }) };
        }
    });

const overrideRoute = (app: App): ServerRoute =>
    rest<{ id: string } & GivenLevel>(app, {
        name: 'overrideLevel',
        method: 'POST',
        path: '/screens/{id}/override',
        summary: 'Replaces a level, with a reason. The new level becomes a labelled answer.',
        scope,
        ...ofScreen,
        body: { ...oneLevel, reason: freeText.trim().min(1).max(2000).required() },
        also: [404, 409],
        response: { screen },
        run: async ({ id, ...given }, actor, request) => {
            const act = { given, by: { ...auditActorOf(request), ...actor }, at: app.now() };
            const judged = await judge(app, id, actor, (tx) => overrideLevel(tx, id, act));
            return { screen: await viewOf(app, judged, { actor }) };
        }
    });

const judgeAgainRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        name: 'judgeScreenAgain',
        method: 'POST',
        path: '/screens/{id}/judge-again',
        summary: 'Evaluates a screen again after a failed evaluation.',
        scope,
        ...ofScreen,
        body: {},
        also: [404, 409],
        response: { screen },
        formPost: { backTo: reviewPath, says: 'The answers are being evaluated again.' },
        bodyOfForm: () => ({}),
        run: async ({ id }, actor, request) => {
            const act = actBy(app, request);
            const judged = await judge(app, id, actor, (tx) => judgeAgain(tx, id, act));
            return { screen: await viewOf(app, judged, { actor }) };
        }
    });

const decideRoute = (app: App): ServerRoute =>
    rest<Decision>(app, {
        name: 'decideScreen',
        method: 'POST',
        path: '/screens/{id}/decide',
        summary: 'Records the decision of a named person. An evaluator never decides.',
        scope,
        ...ofScreen,
        maxBytes: manyTexts,
        body: decisionFields,
        also: [404, 409],
        response: { screen },
        run: async ({ id, decision, note, levels }, actor, request) => {
            const by = { ...auditActorOf(request), ...actor };
            const act = { decision, note, levels, by, at: app.now(), undoMs: app.config.screens.undoMs };
            const decided = await judge(app, id, actor, (tx) => decideScreen(tx, id, act));
            return { screen: await viewOf(app, decided, { actor }) };
        }
    });

function judge(app: App, id: string, actor: Actor, work: (tx: Tx) => Promise<ScreenRow>) {
    return app.store.write(async (tx) => {
        await readableScreen(tx, id, viewerOf(app, actor));
        return work(tx);
    });
}
