// What is left to the author of a built sage, which only administrators build again: to ask them, or to take a copy.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { By } from '../../db/record/audit.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import { copySage } from '../../db/council/copies.ts';
import { requestRebuild } from '../../db/council/rebuild-requests.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { byOf } from '../surfaces/auth/requester.ts';
import { viewerOf } from '../shared/viewer.ts';
import { sageRef, shortText } from '../surfaces/http/fields.ts';
import { count } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { pageOfSage } from './form.ts';
import { sageOf } from './rows.ts';
import { sage } from './response.ts';

const params = { id: sageRef.required() };

export const copyRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef; name?: string }>(app, {
        name: 'copySage',
        method: 'POST',
        path: '/sages/{id}/copy',
        summary:
            'Makes a sage of your own that judges by the same and was never built. Gold, screens and the demo key stay.',
        scope: ['ss_council_sage'],
        params,
        body: { name: shortText.description('Otherwise the name of the sage, with " (copy)".') },
        formPost: { backTo: pageOfSage('/sages'), says: 'This is your copy.' },
        bodyOfForm: () => ({}),
        status: 201,
        also: [404],
        response: { sage },
        run: async ({ id, name }, actor, request) => ({
            sage: sageOf(
                await app.store.write(async (tx) => {
                    const copying = { name, by: { ...byOf(request), id: actor.id }, at: app.now() };
                    return copySage(tx, await visibleSage(tx, id, viewerOf(app, actor)), copying);
                })
            )
        })
    });

interface RebuildRequest {
    id: SageRef;
    reason: string;
}

export const rebuildRequestRoute = (app: App): ServerRoute =>
    rest<RebuildRequest>(app, {
        name: 'requestRebuild',
        method: 'POST',
        path: '/sages/{id}/rebuild-request',
        summary:
            'Asks the council administrators to build a sage again. They are mailed once a day at most; each request is on record.',
        scope: ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'],
        params,
        body: { reason: Joi.string().trim().allow('').max(1000).default('') },
        formPost: {
            backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/build`,
            keeps: ['reason'],
            says: 'The request is on record.'
        },
        bodyOfForm: ({ reason }) => ({ reason }),
        also: [404, 409],
        response: {
            sage_id: Joi.string().required(),
            mailed: count.description('0 when the administrators were mailed within the last day.')
        },
        run: (asked, actor, request) => ask(app, asked, { actor, by: byOf(request) })
    });

async function ask(app: App, { id, reason }: RebuildRequest, { actor, by }: { actor: Actor; by: By }) {
    await app.settleDeadlines();
    const asker = { ...by, displayName: actor.displayName };
    return app.store.write(async (tx) => {
        const sage = await visibleSage(tx, id, viewerOf(app, actor));
        const mailed = await requestRebuild(tx, sage, { reason, by: asker, at: app.now() });
        return { sage_id: String(sage.id), mailed };
    });
}
