// The answers that people labelled, and how well the judge of a sage agrees with them.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { listGold } from '../../db/judgement/gold/reading.ts';
import { type Labelling, labelAnswers } from '../../db/judgement/gold/labelling.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { byOf } from '../surfaces/auth/requester.ts';
import { viewerOf } from '../shared/viewer.ts';
import { listOf, pageOf, type Paging, paging, sageRef } from '../surfaces/http/fields.ts';
import { count } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { agreement } from './agreement.ts';
import { agreementFor, countsOf } from './agreement-for.ts';
import { calibratePage } from './page.ts';
import { counts, goldAnswer, goldItem, goldOf } from './rows.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

export const gold: Plugin<App> = {
    name: 'gold',
    dependencies: ['auth'],
    register(server, app) {
        server.route([listRoute(app), labelRoute(app), agreementRoute(app), calibratePage(app)]);
    }
};

const calibratePath = ({ id }: Readonly<Record<string, unknown>>) =>
    `/sages/${encodeURIComponent(String(id))}/gold`;

const ofSage = { scope: ['council_screen'], params: { id: sageRef.required() } } as const;

const listRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef } & Paging>(app, {
        ...ofSage,
        name: 'listGoldAnswers',
        method: 'GET',
        path: '/sages/{id}/gold',
        summary: 'Lists the answers that people labelled, the first ones first.',
        query: paging,
        also: [404],
        response: { ...listOf(goldAnswer), counts },
        run: async ({ id, ...page }, actor) => {
            const { read } = app.store;
            const sage = await sageFor(app, read, id, actor);
            const { items, total } = await listGold(read, sage.id, pageOf(page));
            return { items: items.map(goldOf), total, counts: await countsOf(read, sage) };
        }
    });

const labelRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef; items: Labelling['items'] }>(app, {
        ...ofSage,
        name: 'labelGoldAnswers',
        method: 'POST',
        path: '/sages/{id}/gold',
        summary: 'Keeps your labels. The same text for the same criterion is one answer.',
        maxBytes: manyTexts,
        maxValues: 2000,
        body: { items: Joi.array().items(goldItem).min(1).max(200).required() },
        formPost: { backTo: calibratePath, keeps: ['criterion', 'text'], says: 'Your label is kept.' },
        bodyOfForm: ({ criterion, text, level }) => ({ items: [{ criterion, text, level }] }),
        also: [404, 409],
        response: { saved: count, counts },
        run: async ({ id, items }, actor, request) => {
            const labelling = { items, by: { ...byOf(request), ...actor }, at: app.now() };
            const sage = await label(app, id, { actor, labelling });
            return { saved: items.length, counts: await countsOf(app.store.read, sage) };
        }
    });

const label = (app: App, ref: SageRef, { actor, labelling }: { actor: Actor; labelling: Labelling }) =>
    app.store.write(async (tx) => {
        const sage = await sageFor(app, tx, ref, actor);
        await labelAnswers(tx, sage, labelling);
        return sage;
    });

const agreementRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef }>(app, {
        ...ofSage,
        name: 'getAgreement',
        method: 'GET',
        path: '/sages/{id}/agreement',
        summary: 'Returns how well the judge of a sage agrees with people, and whether it may advise.',
        also: [404],
        response: { agreement },
        run: async ({ id }, actor) => {
            const { read } = app.store;
            return { agreement: await agreementFor(read, await sageFor(app, read, id, actor)) };
        }
    });

const sageFor = (app: App, on: Reader, ref: SageRef, actor: Actor) =>
    visibleSage(on, ref, viewerOf(app, actor));
