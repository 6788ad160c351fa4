// Intake items from the public.
import type { Lifecycle, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { createIntake, intakeStatuses } from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import { validated } from '../surfaces/fields.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import type { HumanCheck } from '../surfaces/human-check/check.ts';
import { jsonPayload } from '../surfaces/json-routes.ts';
import { oneOf, message, wholeId } from '../surfaces/openapi/response-fields.ts';
import { restDocs } from '../surfaces/openapi/route-docs.ts';
import { success } from '../surfaces/rest.ts';
import { itemBody, type NewItem, newItem } from './new-item.ts';

const publicItem = Joi.object<NewItem & { recaptcha_token: string }>({
    ...newItem,
    recaptcha_token: Joi.string().max(4096).required()
});
const hour = 60 * 60;

/** For a form on another site: there is no login, but a human check and a limit per address and hour. */
export const publicRoute = (app: App, human: HumanCheck): ServerRoute => ({
    method: 'POST',
    path: `${app.config.paths.rest}/intake/public`,
    options: {
        ...restDocs('Makes an item without a login, after the human check `intake`.', {
            body: publicItem,
            status: 201,
            response: Joi.object({
                ...message,
                item: Joi.object({ id: wholeId, status: oneOf(...intakeStatuses) }).required()
            }),
            also: [429]
        }),
        payload: jsonPayload
    },
    handler: makeItem(app, human)
});

function makeItem({ config, store, now }: App, human: HumanCheck): Lifecycle.Method {
    const sent = limiter(config.rates.intake, hour);
    return async (request, h) => {
        await sent.count(request.clientAddress);
        const { recaptcha_token, ...body } = validated(publicItem, bodyOf(request), { convert: false });
        await human.pass(recaptcha_token, 'intake');
        const creation = { ownerId: null, at: now() };
        const { id, status } = await store.write((tx) => createIntake(tx, itemBody(body), creation));
        const thanks = { message: 'Thank you. We will write to you.', item: { id, status } };
        return h.response(success(thanks)).code(201);
    };
}
