// What is left to the author of a built sage, which only administrators build again: to ask them, or to take a copy.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { copySage } from '../../db/council/copies.ts';
import { requestRebuild } from '../../db/council/rebuild-requests.ts';
import type { App } from '../app.ts';
import { changeOfSage, ofSage, type OfSage } from '../shared/owned.ts';
import { freeText, shortText } from '../surfaces/http/fields.ts';
import { count } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { pageOfSage } from './form.ts';
import { sageOf } from './rows.ts';
import { sage } from './response.ts';

export const copyRoute = (app: App): ServerRoute =>
    rest<OfSage & { name?: string }>(app, {
        ...ofSage,
        name: 'copySage',
        method: 'POST',
        path: '/sages/{id}/copy',
        summary:
            'Creates your own unbuilt copy of a sage. Labelled answers, screens and the demo key are not copied.',
        scope: ['ss_council_sage'],
        body: { name: shortText.description('Otherwise the name of the sage, with " (copy)".') },
        formPost: { backTo: pageOfSage('/sages'), says: 'Copy created. You own this sage.' },
        bodyOfForm: () => ({}),
        status: 201,
        also: [404],
        response: { sage },
        run: async ({ id, name }, _actor, request) => ({
            sage: sageOf(
                await changeOfSage(app, id, request, (tx, sage, act) => copySage(tx, sage, { name, ...act }))
            )
        })
    });

export const rebuildRequestRoute = (app: App): ServerRoute =>
    rest<OfSage & { reason: string }>(app, {
        ...ofSage,
        name: 'requestRebuild',
        method: 'POST',
        path: '/sages/{id}/rebuild-request',
        summary:
            'Requests a rebuild from the council administrators. Sends at most one email a day. The audit log records every request.',
        scope: ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'],
        body: { reason: freeText.trim().allow('').max(1000).default('') },
        formPost: {
            backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/build`,
            keeps: ['reason'],
            says: 'Check requested.'
        },
        bodyOfForm: ({ reason }) => ({ reason }),
        also: [404, 409],
        response: {
            sage_id: Joi.string().required(),
            mailed: count.description('0 if the administrators were emailed within the last day.')
        },
        run: async ({ id, reason }, _actor, request) => {
            await app.settleDeadlines();
            return changeOfSage(app, id, request, async (tx, sage, act) => ({
                sage_id: String(sage.id),
                mailed: await requestRebuild(tx, sage, { reason, ...act })
            }));
        }
    });
