// Intake items: made by the public or by staff, and worked on until they become a deal or are closed.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { dealStatuses } from '../../db/sales/deals.ts';
import {
    assignIntake,
    type ChecklistStep,
    checklistSteps,
    closeIntake,
    convertIntake,
    createIntake,
    type IntakeBody,
    type IntakeRow,
    intakeStatuses,
    listIntake,
    toggleStep
} from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { anyText, flag, oneOf, said, wholeId } from '../surfaces/openapi/response-fields.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import {
    checked,
    formInteger,
    listOf,
    oneLine,
    pageOf,
    type Paging,
    paging,
    shortText
} from '../surfaces/fields.ts';
import type { HumanCheck } from '../surfaces/human-check/check.ts';
import { jsonPayload } from '../surfaces/json-routes.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import { rest, success } from '../surfaces/rest.ts';
import { humanTime } from '../surfaces/pages/times.ts';
import { documented } from '../surfaces/openapi/route-docs.ts';
import { item, itemOf } from './rows.ts';

const sales = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];

export const intake: Plugin<App> = {
    name: 'intake',
    dependencies: ['auth', 'human-check'],
    register(server, app) {
        server.route([
            checklistRoute(app),
            publicRoute(app, server.plugins['human-check']),
            ...staffRoutes(app)
        ]);
    }
};

/** Every mistake has the same message, as in the form actions; the header X-Svc-Field names the field. */
const toggleFields = Joi.object({
    item_id: Joi.number().integer().positive().required(),
    step: Joi.valid(...checklistSteps).required()
}).messages({ '*': 'Invalid request' });

/** The contract allows this to the owner and to administrators, whatever other capabilities they have. */
function checklistRoute(app: App) {
    const human = humanTime(app.config.timeZone);
    return rest<{ item_id: number; step: ChecklistStep }>(app, {
        method: 'POST',
        path: '/intake/toggle-checklist',
        summary: 'Toggles one step of the checklist of an open item, and records the time.',
        body: toggleFields,
        answer: {
            step: oneOf(...checklistSteps),
            done: flag,
            done_at: anyText.description('A date and time for people to read.')
        },
        run: async ({ item_id, step }, worker) => {
            const working = { worker, at: app.now() };
            const { done, at } = await app.store.write((tx) => toggleStep(tx, item_id, step, working));
            return { step, done, done_at: human(at) };
        }
    });
}

const newItem = {
    title: shortText.required(),
    contact_name: shortText.required(),
    contact_email: Joi.string().trim().email({ tlds: false }).max(254).required(),
    company: oneLine(200).trim().allow('').default(''),
    message: Joi.string().allow('').max(5000).default('')
};

interface NewItem {
    title: string;
    contact_name: string;
    contact_email: string;
    company: string;
    message: string;
}

const itemBody = ({ contact_name, contact_email, title, company, message }: NewItem): IntakeBody => ({
    title,
    company,
    message,
    contactName: contact_name,
    contactEmail: contact_email
});

const publicItem = Joi.object<NewItem & { recaptcha_token: string }>({
    ...newItem,
    recaptcha_token: Joi.string().max(4096).required()
});
const hour = 60 * 60;

/** For a form on another site: there is no login, but a human check and a limit per address and hour. */
function publicRoute({ config, store, now }: App, human: HumanCheck): ServerRoute {
    const sent = limiter(config.rates.intake, hour);
    return {
        method: 'POST',
        path: `${config.paths.rest}/intake/public`,
        options: {
            ...documented('Makes an item without a login, after the human check `intake`.', {
                body: publicItem,
                status: 201,
                answer: Joi.object({
                    ...said,
                    item: Joi.object({ id: wholeId, status: oneOf(...intakeStatuses) }).required()
                }),
                also: [429]
            }),
            payload: jsonPayload
        },
        async handler(request, h) {
            await sent.count(request.clientAddress);
            const { recaptcha_token, ...body } = checked(publicItem, bodyOf(request), { convert: false });
            await human.pass(recaptcha_token, 'intake');
            const { id, status } = await store.write((tx) =>
                createIntake(tx, itemBody(body), { ownerId: null, at: now() })
            );
            const thanks = { message: 'Thank you. We will write to you.', item: { id, status } };
            return h.response(success(thanks)).code(201);
        }
    };
}

const id = { id: formInteger.required() };

function staffRoutes(app: App): ServerRoute[] {
    return [...bookRoutes(app), ...endRoutes(app)];
}

function bookRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<Paging & { status?: IntakeRow['status'] }>(app, {
            method: 'GET',
            path: '/intake',
            summary: 'Lists the items, newest first; without ss_sales_admin, only your own.',
            scope: sales,
            query: { status: Joi.valid(...intakeStatuses), ...paging },
            answer: listOf(item),
            run: async ({ status, ...page }, worker) => {
                const { items, total } = await listIntake(store.read, { worker, status, ...pageOf(page) });
                return { items: items.map(itemOf), total };
            }
        }),
        rest<NewItem>(app, {
            method: 'POST',
            path: '/intake',
            summary: 'Makes an item. The user who makes it owns it.',
            scope: sales,
            body: newItem,
            status: 201,
            answer: { item },
            run: async (body, { id: ownerId }) => {
                const item = await store.write((tx) =>
                    createIntake(tx, itemBody(body), { ownerId, at: now() })
                );
                return { item: itemOf(item) };
            }
        }),
        rest<{ id: number; owner_id: number }>(app, {
            method: 'POST',
            path: '/intake/{id}/assign',
            summary: 'Assigns an item to a user of the sales side.',
            scope: ['ss_sales_admin', 'ss_admin_all'],
            params: id,
            body: { owner_id: Joi.number().integer().positive().required() },
            answer: { item },
            run: async ({ id, owner_id }, worker) => {
                const working = { worker, at: now() };
                return { item: itemOf(await store.write((tx) => assignIntake(tx, id, owner_id, working))) };
            }
        })
    ];
}

function endRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<{ id: number }>(app, {
            method: 'POST',
            path: '/intake/{id}/convert',
            summary: 'Converts an item into a draft of a deal.',
            scope: sales,
            params: id,
            body: {},
            answer: { item, deal: Joi.object({ id: wholeId, status: oneOf(...dealStatuses) }).required() },
            run: async ({ id }, worker) => {
                const working = { worker, at: now() };
                const { item, deal } = await store.write((tx) => convertIntake(tx, id, working));
                return { item: itemOf(item), deal: { id: deal.id, status: deal.status } };
            }
        }),
        rest<{ id: number; status: 'intake_closed' | 'intake_spam' }>(app, {
            method: 'POST',
            path: '/intake/{id}/close',
            summary: 'Closes an item without a deal.',
            scope: sales,
            params: id,
            body: { status: Joi.valid('intake_closed', 'intake_spam').required() },
            answer: { item },
            run: async ({ id, status }, worker) => {
                const working = { worker, at: now() };
                return { item: itemOf(await store.write((tx) => closeIntake(tx, id, status, working))) };
            }
        })
    ];
}
