// Ticking the steps of an item's checklist.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { type ChecklistStep, checklistSteps, setStep, toggleStep } from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { formInteger } from '../surfaces/http/fields.ts';
import { anyText, flag, oneOf } from '../surfaces/http/response-fields.ts';
import { dateIn, humanTime } from '../surfaces/pages/dates.ts';
import { rest } from '../surfaces/rest.ts';
import { backTo } from './paths.ts';
import { working } from './rights.ts';
import { item, itemOf } from './rows.ts';

/** Every error has the same message, as in the form actions; the header X-Svc-Field names the field. */
const toggleFields = Joi.object({
    item_id: Joi.number().integer().positive().required(),
    step: Joi.valid(...checklistSteps).required()
}).messages({ '*': 'Invalid request' });

/** The contract allows this to the owner and to administrators, whatever other capabilities they have. */
export function checklistRoute(app: App) {
    const human = humanTime(app.config.timeZone);
    return rest<{ item_id: number; step: ChecklistStep }>(app, {
        name: 'toggleChecklistStep',
        method: 'POST',
        path: '/intake/toggle-checklist',
        summary: 'Toggles one step of the checklist of an open item, and records the time.',
        body: toggleFields,
        also: [404, 409],
        response: {
            step: oneOf(...checklistSteps),
            done: flag,
            done_at: anyText.description('A date and time for people to read.')
        },
        run: async ({ item_id, step }, worker, request) => {
            const by = working(app, worker, request);
            const { done, at } = await app.store.write((tx) => toggleStep(tx, item_id, step, by));
            return { step, done, done_at: human(at) };
        }
    });
}

/** For the pages: sets the step to a state, where the contract's route toggles it and could undo another user's change. */
export function stepRoute(app: App): ServerRoute {
    const { timeZone } = app.config;
    return rest<{ id: number; step: ChecklistStep; done: boolean }>(app, {
        name: 'setChecklistStep',
        method: 'POST',
        path: '/intake/{id}/checklist',
        summary: 'Sets one checklist step of an open item. Idempotent.',
        ofPages: true,
        formPost: { backTo },
        bodyOfForm: ({ on, off }) => ({ step: on ?? off, done: on !== undefined }),
        params: { id: formInteger.required() },
        body: { step: Joi.valid(...checklistSteps).required(), done: Joi.boolean().required() },
        also: [404, 409],
        response: {
            item,
            done_at: anyText.description('When the step was changed, for people to read. Empty if never.')
        },
        run: async ({ id, ...step }, worker, request) => {
            const by = working(app, worker, request);
            const row = await app.store.write((tx) => setStep(tx, id, step, by));
            const at = row[`${step.step}At`];
            return { item: itemOf(row), done_at: at === null ? '' : dateIn(timeZone, at) };
        }
    });
}
