// The answers that people labelled, and how well the judge of a sage agrees with them.
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { countLevels, labelsBySage, listGold } from '../../db/judgement/gold-reading.ts';
import { type Labelling, labelAnswers } from '../../db/judgement/labelling.ts';
import type { SageRef, SageRow } from '../../db/sages/sages.ts';
import { judgedSage } from '../../db/screens/access.ts';
import type { Reader } from '../../db/store.ts';
import type { App } from '../app.ts';
import { byOf } from '../surfaces/auth/requester.ts';
import { listOf, pageOf, type Paging, paging, sageRef } from '../surfaces/fields.ts';
import { count } from '../surfaces/openapi/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { counts, goldAnswer, goldItem, goldOf } from './rows.ts';

const scope = ['council_screen'] as const;
const params = { id: sageRef.required() };

export const gold: Plugin<App> = {
    name: 'gold',
    dependencies: ['auth'],
    register(server, app) {
        const { store, now } = app;
        server.route([
            rest<{ id: SageRef } & Paging>(app, {
                method: 'GET',
                path: '/sages/{id}/gold',
                summary: 'Lists the answers that people labelled, the first ones first.',
                scope,
                params,
                query: paging,
                response: { ...listOf(goldAnswer), counts },
                run: async ({ id, ...page }, actor) => {
                    const sage = await sageFor(app, store.read, id, actor);
                    const { items, total } = await listGold(store.read, sage.id, pageOf(page));
                    return { items: items.map(goldOf), total, counts: await countsOf(store.read, sage) };
                }
            }),
            rest<{ id: SageRef; items: Labelling['items'] }>(app, {
                method: 'POST',
                path: '/sages/{id}/gold',
                summary: 'Keeps your labels. The same text for the same criterion is one answer.',
                scope,
                params,
                body: { items: Joi.array().items(goldItem).min(1).max(200).required() },
                response: { saved: count, counts },
                run: async ({ id, items }, actor, request) => {
                    const by = { ...byOf(request), ...actor };
                    const sage = await store.write(async (tx) => {
                        const sage = await sageFor(app, tx, id, actor);
                        await labelAnswers(tx, sage, { items, by, at: now() });
                        return sage;
                    });
                    return { saved: items.length, counts: await countsOf(store.read, sage) };
                }
            })
        ]);
    }
};

const sageFor = ({ config }: App, on: Reader, ref: SageRef, actor: Actor) =>
    judgedSage(on, ref, { ...actor, access: config.sageAccess });

const countsOf = async (on: Reader, { id }: SageRow) => countLevels(await labelsBySage(on, id));
