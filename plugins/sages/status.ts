// Turning a sage on and off, and ending its testing.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { obstacleOf } from '../../db/sages/obstacles.ts';
import { passTesting, skipTesting, toggleSage } from '../../db/council/status.ts';
import type { Done } from '../../db/record/audit.ts';
import type { SageRef } from '../../db/sages/sages.ts';
import { sageChecks } from '../../words/states/sages.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { count, oneOf, message, wholeId } from '../surfaces/http/response-fields.ts';
import { editors } from '../surfaces/auth/capability-sets.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { changeOfSage, ofSage, type OfSage } from '../shared/owned.ts';
import { freeText, sageRef } from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

/** Forms of the actions name their sage, so that a browser finds back to the page; other forms do it by their address. */
export const statusPath = ({ sage_id, id = sage_id }: Form) =>
    typeof id === 'string' ? `/sages/${encodeURIComponent(id)}` : '/sages';

const nonces = ['svc_frontend_nonce', 'svc_admin_nonce'] as const;

export const statusRoutes = (app: App): ServerRoute[] => [
    toggleAction(app),
    skipTestingAction(app),
    passTestingRoute(app)
];

const toggleAction = (app: App): ServerRoute =>
    action<{ sage_id: SageRef }>({
        name: 'svc_toggle_sage_status',
        summary: 'Opens or closes a sage. Closing it cancels its open screens and releases their credits.',
        scope: ['ss_council_admin'],
        nonces,
        fields: { sage_id: sageRef.required() },
        formPost: { backTo: statusPath },
        also: [404, 409],
        response: {
            ...message,
            new_status: oneOf('ss_active', 'ss_inactive'),
            status_display: Joi.string().required(),
            status_class: Joi.string().required(),
            cancelled_count: count
        },
        run: ({ sage_id }, _actor, request) => toggle(app, sage_id, actBy(app, request))
    });

const skipTestingAction = (app: App): ServerRoute =>
    action<{ sage_id: SageRef }>({
        name: 'skip_testing_update_step',
        summary: 'Skips the testing of a sage. The audit log records it.',
        scope: ['ss_admin_all', 'ss_council_sage'],
        nonces,
        owned: 'sage_id',
        fields: { sage_id: sageRef.required() },
        formPost: { backTo: statusPath },
        also: [404, 409],
        response: { ...message, ...deploying },
        run: async ({ sage_id }, _actor, request) => {
            const { id, stepNumber } = await changeOfSage(app, sage_id, request, (tx, sage, act) =>
                skipTesting(tx, sage.id, act)
            );
            return { message: 'Test review skipped.', sage_id: String(id), step_number: stepNumber };
        }
    });

const passTestingRoute = (app: App): ServerRoute =>
    rest<OfSage & { note: string }>(app, {
        ...ofSage,
        name: 'passSageTesting',
        method: 'POST',
        path: '/sages/{id}/testing/pass',
        summary: 'Confirms the test review of a sage after its test answers were read.',
        scope: editors,
        body: { note: freeText.trim().min(1).max(1000).required() },
        formPost: { backTo: statusPath, says: 'Test review confirmed.' },
        bodyOfForm: ({ note }) => ({
            note: typeof note === 'string' && note.trim() !== '' ? note : 'Looks right.'
        }),
        also: [404, 409],
        response: deploying,
        run: async ({ id: ref, note }, _actor, request) => {
            const { id, stepNumber } = await changeOfSage(app, ref, request, (tx, sage, act) =>
                passTesting(tx, sage.id, { ...act, note })
            );
            return { sage_id: String(id), step_number: stepNumber };
        }
    });

const deploying = { sage_id: Joi.string().required(), step_number: wholeId };

const shown = {
    ss_active: { status_display: 'Active', status_class: 'ss-active', message: 'Sage opened.' },
    ss_inactive: { status_display: 'Inactive', status_class: 'ss-inactive', message: 'Sage closed.' }
};

async function toggle({ store }: App, ref: SageRef, done: Done) {
    const { sage, cancelled } = await toggleSage(store, ref, done);
    const { message, ...display } = shown[sage.status];
    const obstacle = sage.status === 'ss_active' ? obstacleOf(sage) : undefined;
    const said = obstacle ? `${message} ${sageChecks[obstacle].en.sentence}` : message;
    return { message: said, new_status: sage.status, ...display, cancelled_count: cancelled };
}
