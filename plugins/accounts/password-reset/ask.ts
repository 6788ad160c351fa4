// Requesting a link to choose a new password.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { requestReset } from '../../../db/accounts/password-resets.ts';
import type { App } from '../../app.ts';
import { publicAction } from '../../surfaces/actions.ts';
import { resetLimiter } from './limits.ts';
import { resetPath } from './pages.ts';
import { typedLogin } from '../../surfaces/http/fields.ts';

export interface ResetRequest {
    login: string;
    recaptcha_token: string;
}

/** The fields of both forms. An absent proof fails the human check, with its message. */
export const askedFields = {
    login: typedLogin.required(),
    recaptcha_token: Joi.string().allow('').max(4096).default('')
};

export function askAction(app: App): ServerRoute {
    const asking = resetLimiter(app, 'reset requests');
    return publicAction<ResetRequest>(app, {
        name: 'svc_request_password_reset',
        summary:
            'Emails a link to choose a new password if the user exists. The response is the same if not.',
        fields: askedFields,
        formPost: { backTo: () => resetPath, keeps: ['login'] },
        async run({ login, recaptcha_token }, request) {
            await asking.countAddress(request);
            await request.server.plugins['human-check'].pass(recaptcha_token, 'request_password_reset');
            await asking.countName(request, login);
            await app.store.write((tx) => requestReset(tx, login, app.now()));
            return { message: 'If an account matches, we will email a link to its address.' };
        }
    });
}
