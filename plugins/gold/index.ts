// The labelled answers, and the agreement of a sage's evaluator with them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { type LabelledAnswer, listGold } from '../../db/judgement/gold/reading.ts';
import { type Labelling, labelAnswers } from '../../db/judgement/gold/labelling.ts';
import { type App, feature } from '../app.ts';
import { changeOfSage, ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { listOf, pageOf, type Paging, paging } from '../surfaces/http/fields.ts';
import { count } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { agreement, agreementFor, countsOf } from './agreement.ts';
import { calibratePage } from './page.ts';
import { counts, goldAnswer, goldItem, goldOf } from './rows.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

export const gold = feature('gold', ['auth'], (app) => [
    listRoute(app),
    labelRoute(app),
    agreementRoute(app),
    calibratePage(app)
]);

const calibratePath = ({ id }: Readonly<Record<string, unknown>>) =>
    `/sages/${encodeURIComponent(String(id))}/gold`;

const answersOfSage = { ...ofSage, scope: ['council_screen'] } as const;

const listRoute = (app: App): ServerRoute =>
    rest<OfSage & Paging>(app, {
        ...answersOfSage,
        name: 'listGoldAnswers',
        method: 'GET',
        path: '/sages/{id}/gold',
        summary:
            'Lists the labelled answers, oldest first. Labels of others are listed for the answers that you have labelled.',
        query: paging,
        also: [404],
        response: { ...listOf(goldAnswer), counts },
        run: async ({ id, ...page }, actor) => {
            const { read } = app.store;
            const sage = await sageFor(app, read, id, actor);
            const { items, total } = await listGold(read, sage.id, pageOf(page));
            const listed = items.map((one) => goldOf({ ...one, labels: labelsFor(one, actor) }));
            return { items: listed, total, counts: await countsOf(read, sage) };
        }
    });

/** Levels are given blind: those of others are seen after one's own. */
const labelsFor = ({ labels }: LabelledAnswer, { id }: Actor) =>
    labels.some(({ userId, source }) => userId === id && source !== 'file') ? labels : [];

const labelRoute = (app: App): ServerRoute =>
    rest<OfSage & { items: Labelling['items'] }>(app, {
        ...answersOfSage,
        name: 'labelGoldAnswers',
        method: 'POST',
        path: '/sages/{id}/gold',
        summary: 'Saves your labels. Identical text for the same criterion counts as one answer.',
        maxBytes: manyTexts,
        maxValues: 2000,
        body: { items: Joi.array().items(goldItem).min(1).max(200).required() },
        formPost: { backTo: calibratePath, keeps: ['criterion', 'text', 'level'], says: 'Label saved.' },
        bodyOfForm: ({ criterion, text, level }) => ({ items: [{ criterion, text, level }] }),
        also: [404, 409],
        response: { saved: count, counts },
        run: async ({ id, items }, _actor, request) => {
            const sage = await changeOfSage(app, id, request, async (tx, sage, act) => {
                await labelAnswers(tx, sage, { items, ...act });
                return sage;
            });
            return { saved: items.length, counts: await countsOf(app.store.read, sage) };
        }
    });

const agreementRoute = (app: App): ServerRoute =>
    rest<OfSage>(app, {
        ...answersOfSage,
        name: 'getAgreement',
        method: 'GET',
        path: '/sages/{id}/agreement',
        summary:
            "Returns the agreement between a sage's evaluator and reviewers, and whether recommendations are on.",
        also: [404],
        response: { agreement },
        run: async ({ id }, actor) => {
            const { read } = app.store;
            return { agreement: await agreementFor(read, await sageFor(app, read, id, actor)) };
        }
    });
