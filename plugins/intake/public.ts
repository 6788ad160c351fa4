// Intake items from the public.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { createIntake, intakeStatuses, isSentAgain } from '../../db/sales/intake.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { bodyOf, longTexts } from '../surfaces/http/bodies/index.ts';
import { strangerAt } from '../surfaces/auth/requester.ts';
import { oneOf, message, wholeId } from '../surfaces/http/response-fields.ts';
import { publicRest } from '../surfaces/public-rest.ts';
import { success } from '../surfaces/rest.ts';
import { isPlain } from '../surfaces/pages/form-posts.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { exactLimiter } from '../surfaces/auth/attempt-limits.ts';
import { publicForm, publicFormFailure, toThanks } from './pages/public-form.ts';
import { itemOfForm, type NewItem, newItem } from './items.ts';
import { inColumns } from '../shared/wire.ts';
import type { IntakeBody } from '../../db/sales/intake.ts';

const hour = 60 * 60;

interface PublicItem extends NewItem {
    recaptcha_token: string;
}

/** For a form on another site: there is no login, but a human check and a limit per address and hour. */
export function publicRoute(app: App): ServerRoute {
    const points = app.config.rates.intake;
    const sent = exactLimiter(app, { name: 'intake', points, seconds: hour });
    return publicRest<PublicItem>(app, {
        name: 'createPublicIntakeItem',
        method: 'POST',
        path: '/intake/public',
        summary: 'Creates an item without a login, after the human check `intake`.',
        formPost: publicForm(app),
        failing: { failurePage: publicFormFailure(app), framedBy: app.config.intakeFrameOrigins },
        bodyOfForm: (form: Form) => ({
            ...itemOfForm(form),
            recaptcha_token: typed(form, 'recaptcha_token')
        }),
        maxBytes: longTexts,
        body: { ...newItem, recaptcha_token: Joi.string().max(4096).required() },
        status: 201,
        response: made,
        also: [303, 429],
        count: (request) => {
            if (isPlain(request)) bodyOf(request); // parsed, it is shown again when it is one too many
            return sent.count(request.clientAddress);
        },
        run: async ({ recaptcha_token: proof, ...item }, request, h) => {
            const make = () => makeItem(app, inColumns(item), { request, proof });
            if (!isPlain(request)) return make();
            const again = () => isSentAgain(app.store.read, inColumns(item), app.now());
            if (await again()) return toThanks(h);
            try {
                await make();
            } catch (error) {
                // The first of two presses has used the check, and is stored meanwhile.
                if (!(error instanceof Refusal && error.reason === 'human_check' && (await again())))
                    throw error;
            }
            return toThanks(h);
        }
    });
}

const made = {
    ...message,
    item: Joi.object({ id: wholeId, status: oneOf(...intakeStatuses) }).required()
};

async function makeItem(
    { store, now }: App,
    body: IntakeBody,
    { request, proof }: { request: Request; proof: string }
) {
    await request.server.plugins['human-check'].pass(proof, 'intake');
    const creation = { ownerId: null, by: strangerAt(request, 'public'), at: now() };
    const { id, status } = await store.write((tx) => createIntake(tx, body, creation));
    return success({ message: 'Thank you. We will reply by email.', item: { id, status } });
}
