// Ticking the steps of an item's checklist.
import Joi from 'joi';
import { type ChecklistStep, checklistSteps, toggleStep } from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { anyText, flag, oneOf } from '../surfaces/openapi/response-fields.ts';
import { humanTime } from '../surfaces/pages/times.ts';
import { rest } from '../surfaces/rest.ts';

/** Every mistake has the same message, as in the form actions; the header X-Svc-Field names the field. */
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
        run: async ({ item_id, step }, worker) => {
            const working = { worker, at: app.now() };
            const { done, at } = await app.store.write((tx) => toggleStep(tx, item_id, step, working));
            return { step, done, done_at: human(at) };
        }
    });
}
