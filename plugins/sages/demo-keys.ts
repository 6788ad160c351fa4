import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { changeDemoKey } from '../../db/sages/status.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { message } from '../surfaces/openapi/response-fields.ts';
import { byOf, viewerOf } from '../surfaces/auth/requester.ts';
import { sageRef } from '../surfaces/fields.ts';

export const demoKeys: Plugin<App> = {
    name: 'demo-keys',
    dependencies: ['actions', 'auth'],
    register(server, app) {
        server.route(toggleAction(app));
    }
};

const toggleAction = (app: App): ServerRoute =>
    action<{ sage_id: SageRef; action_type: 'toggle' | 'clear' }>({
        name: 'svc_toggle_demo_key',
        summary: 'Makes or clears the key that opens a demonstration of a sage.',
        scope: ['ss_admin_all', 'power_user'],
        nonces: ['svc_frontend_nonce', 'svc_admin_nonce'],
        fields: {
            sage_id: sageRef.required(),
            action_type: Joi.valid('toggle', 'clear').empty('').default('toggle')
        },
        also: [404, 409],
        response: {
            ...message,
            demo_key: Joi.string()
                .allow('')
                .pattern(/^[0-9a-f]{16}$/)
                .required(),
            demo_url: Joi.string().allow('').uri().required()
        },
        run: async ({ sage_id, action_type }, actor, request) => {
            const act = { by: byOf(request), at: app.now() };
            const { key, changed } = await app.store.write(async (tx) => {
                await visibleSage(tx, sage_id, viewerOf(app, actor));
                return changeDemoKey(tx, sage_id, action_type, act);
            });
            return { message: messageFor(key, changed), ...addressOf(key, app.config.baseUrl) };
        }
    });

function messageFor(key: string | null, changed: boolean) {
    if (key !== null) return 'A demo key was made.';
    return changed ? 'The demo key was cleared.' : 'No demo key to clear';
}

const addressOf = (key: string | null, baseUrl: string) =>
    key === null
        ? { demo_key: '', demo_url: '' }
        : { demo_key: key, demo_url: `${baseUrl}/screen/demo/${key}` };
