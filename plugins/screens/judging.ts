// Review over JSON: people give levels, and a named person decides. The form of the page is in reviewing.ts.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { decideScreen } from '../../db/judgement/decisions.ts';
import { giveLevels, type GivenLevel } from '../../db/judgement/levels.ts';
import { judgeAgain, overrideLevel } from '../../db/judgement/overrides.ts';
import { decisions, type ScreenRow } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { rest } from '../surfaces/rest.ts';
import { reviewPath } from './review/review-page.ts';
import { changed, toScreen } from './changing.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { freeText, identifier } from '../surfaces/http/fields.ts';

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

/** The levels of one screen. */
export interface Levels {
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
        ...toScreen,
        name: 'giveLevels',
        path: '/screens/{id}/levels',
        summary: "Saves a reviewer's levels. The score is calculated when all levels are given.",
        maxBytes: manyTexts,
        body: { levels: levels.min(1).required() },
        run: ({ id, levels }, _, request) =>
            changed(app, id, request, (tx, act) => giveLevels(tx, id, { levels, ...act }))
    });

const overrideRoute = (app: App): ServerRoute =>
    rest<{ id: string } & GivenLevel>(app, {
        ...toScreen,
        name: 'overrideLevel',
        path: '/screens/{id}/override',
        summary: 'Replaces a level, with a reason. The new level becomes a labelled answer.',
        body: { ...oneLevel, reason: freeText.trim().min(1).max(2000).required() },
        run: ({ id, ...given }, _, request) =>
            changed(app, id, request, (tx, act) => overrideLevel(tx, id, { given, ...act }))
    });

const judgeAgainRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        ...toScreen,
        body: {},
        name: 'judgeScreenAgain',
        path: '/screens/{id}/judge-again',
        summary: 'Evaluates a screen again after a failed evaluation.',
        formPost: { backTo: reviewPath, says: 'The answers are being evaluated again.' },
        run: ({ id }, _, request) => changed(app, id, request, (tx, act) => judgeAgain(tx, id, act))
    });

const decideRoute = (app: App): ServerRoute =>
    rest<Decision>(app, {
        ...toScreen,
        name: 'decideScreen',
        path: '/screens/{id}/decide',
        summary: 'Records the decision of a named person. An evaluator never decides.',
        maxBytes: manyTexts,
        body: decisionFields,
        run: ({ id, ...made }, _, request) => {
            const { undoMs } = app.config.screens;
            return changed(app, id, request, (tx, act) => decideScreen(tx, id, { ...made, ...act, undoMs }));
        }
    });
