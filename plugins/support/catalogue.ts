// The tasks that support staff may start, and the filters of the list of jobs.
import Joi from 'joi';
import { type JobRow, jobStates, type TaskName, type Tasks } from '../../db/jobs/ledger.ts';
import { pageOf, type Paging, paging, shortText, uuid } from '../surfaces/http/fields.ts';

/** The payload of each task, with its fields in the order in which the ledger keeps them. */
export const catalogue = {
    'answer-reset-request': Joi.object({ requestId: uuid.required() }),
    'build-step': Joi.object({
        runId: Joi.string().max(100).required(),
        step: Joi.number().integer().min(1).max(8).required()
    }).custom(({ runId, step }: Tasks['build-step']) => ({ runId, step })),
    'check-licence': Joi.object({ runId: Joi.string().max(100).required() }),
    'evaluate-screen': Joi.object({ screenId: uuid.required() }),
    'judge-rest': Joi.object({ runId: Joi.string().max(100).required() }),
    'prepare-sage': Joi.object({ sageId: Joi.number().integer().min(1).required() }),
    'refund-credit': Joi.object({ screenId: uuid.required() }),
    'send-mail': Joi.object({ mailId: uuid.required() })
} satisfies { [Name in TaskName]: Joi.ObjectSchema };

export const taskNames = Object.keys(catalogue) as TaskName[];

export interface JobsQuery extends Paging {
    state?: JobRow['state'];
    task?: TaskName;
    delayed?: '1';
    sort?: 'made' | '-made';
    q?: string;
}

export const jobsQuery = {
    state: Joi.valid(...jobStates),
    task: Joi.valid(...taskNames),
    delayed: Joi.valid('1'),
    sort: Joi.valid('made', '-made').description('`made`: the oldest first.'),
    q: shortText,
    ...paging
};

/** What the list of jobs is asked for, as the store takes it. */
export const searchOf = ({ q: text, state, task, delayed, sort, ...page }: JobsQuery) => ({
    text,
    state,
    task,
    delayed: delayed === '1',
    oldestFirst: sort === 'made',
    ...pageOf(page)
});

/** The names of the fields of a payload. */
export const fieldsOf = (task: TaskName) =>
    Object.keys((catalogue[task].describe() as { keys: Readonly<Record<string, object>> }).keys);

/** What a form sends is text: a field that is a number becomes one. */
export function jobOfForm({ task, ...form }: Readonly<Record<string, unknown>>) {
    const name = taskNames.find((one) => one === task);
    if (!name) return { task, payload: {} };
    const { keys } = catalogue[name].describe() as { keys: Readonly<Record<string, { type: string }>> };
    const payload = Object.entries(keys).map(([field, { type }]) => {
        const value = form[field];
        return [field, type === 'number' && /^\d+$/.test(String(value)) ? Number(value) : value];
    });
    return { task, payload: Object.fromEntries(payload) as object };
}
