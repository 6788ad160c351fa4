import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { changeDemoKey } from '../../db/council/status.ts';
import type { SageRef } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { message } from '../surfaces/http/response-fields.ts';
import { changeOfSage } from '../shared/owned.ts';
import { sageRef } from '../surfaces/http/fields.ts';
import { statusPath } from './status.ts';

interface Change {
    sage_id: SageRef;
    action_type: 'toggle' | 'clear';
}

export const demoKeyRoutes = (app: App): ServerRoute[] => [toggleAction(app)];

const toggleAction = (app: App): ServerRoute =>
    action<Change>({
        name: 'svc_toggle_demo_key',
        summary: 'Creates or clears the key that opens a demo of a sage.',
        scope: ['ss_admin_all', 'power_user'],
        nonces: ['svc_frontend_nonce', 'svc_admin_nonce'],
        owned: 'sage_id',
        fields: {
            sage_id: sageRef.required(),
            action_type: Joi.valid('toggle', 'clear').empty('').default('toggle')
        },
        formPost: { backTo: (form) => `${statusPath(form)}/details` },
        also: [404, 409],
        response: demoAddress,
        envelope: 'both', // the contract puts its fields next to `success`, and those of all actions in `data`
        run: async ({ sage_id, action_type }, _actor, request) => {
            const { key, changed } = await changeOfSage(app, sage_id, request, (tx, { id }, act) =>
                changeDemoKey(tx, id, action_type, act)
            );
            return { message: messageFor(key, changed), ...addressOf(key, app.config.baseUrl) };
        }
    });

const demoAddress = {
    ...message,
    demo_key: Joi.string()
        .allow('')
        .pattern(/^[0-9a-f]{16}$/)
        .required(),
    demo_url: Joi.string().allow('').uri().required()
};

function messageFor(key: string | null, changed: boolean) {
    if (key !== null) return 'Demo link created.';
    return changed ? 'The demo key was cleared.' : 'No demo key to clear';
}

const addressOf = (key: string | null, baseUrl: string) =>
    key === null
        ? { demo_key: '', demo_url: '' }
        : { demo_key: key, demo_url: `${baseUrl}/screen/demo/${key}` };
