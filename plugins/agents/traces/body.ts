// One step of a routine as it is sent, and as a log service gets it.
import Joi from 'joi';
import { type Trace, traceStatuses } from '../../../db/agents/traces.ts';
import { freeText, identifier, meets, type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import { type Wire } from '../../shared/wire.ts';

export type TraceBody = Wire<Trace>;

const name = (description: string) =>
    identifier
        .custom(meets((text) => (text.trim() === '' ? 'must be a non-empty text' : undefined)))
        .max(200)
        .required()
        .description(description);
export const traceStatus = Joi.string().valid(...traceStatuses);

export const traceFields = {
    run_id: name('The Run ID, created once when the run starts.'),
    actor: name('The piece that emits, by its registry key; never the name of the routine.')
        .disallow(Joi.ref('routine'))
        .messages({ 'any.invalid': '{#label} must be the piece that emits, not the routine' }),
    routine: name('Which routine ran.'),
    cadence: name('Which cadence fired.'),
    status: traceStatus.required(),
    notes: freeText.allow('').max(20_000).default('').description('What it did, counts, what went wrong.')
};
export const traceBody = Joi.object<TraceBody>(traceFields);

/** The filters of the traces, of the JSON route and of the page. */
export interface TracesQuery extends Paging {
    run_id?: string;
    routine?: string;
    status?: Trace['status'];
}

export const tracesQuery = { run_id: shortText, routine: shortText, status: traceStatus, ...paging };
