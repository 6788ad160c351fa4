import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { attemptsOf } from '../../db/jobs/attempts.ts';
import { listJobs } from '../../db/support/listing.ts';
import { cancelJob, getJob, rescheduleJob, retryJob, triggerJob } from '../../db/support/actions.ts';
import { jobStates, type TaskName, type Tasks } from '../../db/jobs/ledger.ts';
import type { App } from '../app.ts';
import {
    count,
    flag,
    maybeMoment,
    maybeText,
    moment,
    named,
    oneOf,
    several,
    uuidText
} from '../surfaces/http/response-fields.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { listOf, uuid, viewPage } from '../surfaces/http/fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import {
    fieldsOf,
    jobOfForm,
    type JobsQuery,
    jobsQuery,
    payloadOf,
    searchOf,
    taskNames
} from './catalogue.ts';
import { attemptOf, jobOf } from './rows.ts';

const params = { id: uuid.required() };

const jobFields = (app: App) =>
    named('Job', {
        id: uuidText,
        task: oneOf(...taskNames(app)),
        payload: Joi.object().required().description('The ids that the task works on.'),
        state: oneOf(...jobStates),
        tries: count,
        crashes: count,
        last_error: maybeText.description('An error code.'),
        error: maybeText.description('In words.'),
        delayed: flag.description('Waiting for the next attempt.'),
        next_attempt_at: maybeMoment,
        not_before: maybeMoment,
        created_at: moment,
        sent_at: maybeMoment,
        started_at: maybeMoment,
        ended_at: maybeMoment
    });

const attempt = Joi.object({ number: count, at: moment, code: Joi.string().required(), error: maybeText });

export const jobRoutes = (app: App): ServerRoute[] => [
    listRoute(app),
    showRoute(app),
    triggerRoute(app),
    retryRoute(app),
    cancelRoute(app),
    rescheduleRoute(app)
];

const listRoute = (app: App): ServerRoute =>
    staffRest<JobsQuery>(app, {
        name: 'listJobs',
        method: 'GET',
        path: '/admin/jobs',
        summary:
            'Lists the jobs, newest first. `q` is the start of an id of the job or of its subject, or part of an error code.',
        query: jobsQuery(app),
        response: listOf(jobFields(app)),
        run: async (asked) => viewPage(await listJobs(app.store.read, searchOf(asked)), jobOf)
    });

const showRoute = (app: App): ServerRoute =>
    staffRest<{ id: string }>(app, {
        name: 'getJob',
        method: 'GET',
        path: '/admin/jobs/{id}',
        summary: 'Returns a job with its failed attempts, oldest first.',
        params,
        also: [404],
        response: { job: jobFields(app), attempts: several(attempt) },
        async run({ id }) {
            const { read } = app.store;
            const job = jobOf(await getJob(read, id));
            return { job, attempts: (await attemptsOf(read, id)).map(attemptOf) };
        }
    });

const afterTrigger = ({ task }: Readonly<Record<string, unknown>>, done: boolean, data: object) =>
    done
        ? `/jobs/${(data as { job: { id: string } }).job.id}`
        : `/jobs/new${typeof task === 'string' ? `?task=${encodeURIComponent(task)}` : ''}`;

const triggerRoute = (app: App): ServerRoute =>
    staffRest<Trigger>(app, {
        name: 'createJob',
        method: 'POST',
        path: '/admin/jobs',
        summary: 'Creates a job manually if it is needed and no identical job is queued.',
        body: { task: Joi.valid(...taskNames(app)).required(), payload: payloadFor(app) },
        formPost: {
            backTo: afterTrigger,
            says: 'Job created.',
            keeps: taskNames(app).flatMap((task) => fieldsOf(app, task))
        },
        bodyOfForm: (form) => jobOfForm(app, form),
        status: 201,
        also: [404, 409],
        response: { job: jobFields(app) },
        run: async (job, request) => {
            const act = { ...actBy(app, request), tasks: app.tasks };
            return { job: jobOf(await app.store.write((tx) => triggerJob(tx, job, act))) };
        }
    });

const retryRoute = (app: App): ServerRoute =>
    moveRoute(app, retryJob, {
        name: 'retryJob',
        path: '/admin/jobs/{id}/retry',
        summary: 'Retries a failed or delayed job now. It keeps its ID, so its effect happens only once.',
        says: 'Retry queued.'
    });

const cancelRoute = (app: App): ServerRoute =>
    moveRoute(app, cancelJob, {
        name: 'cancelJob',
        path: '/admin/jobs/{id}/cancel',
        summary: 'Cancels a queued job, and with it the email or the build that waits for it.',
        says: 'Job cancelled.'
    });

/** The page of a job posts here. */
const ofPage = {
    backTo: ({ id }: Readonly<Record<string, unknown>>) => `/jobs/${encodeURIComponent(String(id))}`
};

/** A route that moves one job into another state and takes nothing but its id. */
const moveRoute = (
    app: App,
    move: typeof retryJob | typeof cancelJob,
    { says, ...route }: { name: string; path: string; summary: string; says: string }
): ServerRoute =>
    staffRest<{ id: string }>(app, {
        ...route,
        method: 'POST',
        params,
        body: {},
        formPost: { ...ofPage, says },
        also: [404, 409],
        response: { job: jobFields(app) },
        run: async ({ id }, request) => {
            const act = { ...actBy(app, request), tasks: app.tasks };
            return { job: jobOf(await app.store.write((tx) => move(tx, id, act))) };
        }
    });

const rescheduleRoute = (app: App): ServerRoute =>
    staffRest<{ id: string; not_before: string }>(app, {
        name: 'rescheduleJob',
        method: 'POST',
        path: '/admin/jobs/{id}/reschedule',
        summary: 'Reschedules a queued job to a later time.',
        params,
        body: { not_before: zoned.required() },
        formPost: { ...ofPage, says: 'Job rescheduled.', keeps: ['not_before'] },
        bodyOfForm: ({ not_before }) => ({ not_before }),
        also: [404, 409],
        response: { job: jobFields(app) },
        run: async ({ id, not_before }, request) => {
            const act = { notBefore: Date.parse(not_before), ...actBy(app, request) };
            return { job: jobOf(await app.store.write((tx) => rescheduleJob(tx, id, act))) };
        }
    });
interface Trigger {
    task: TaskName;
    payload: Tasks[TaskName];
}

const payloadFor = (app: App) =>
    Joi.when('task', {
        switch: taskNames(app).map((is) => ({ is, then: payloadOf(app, is).required() }))
    });

/** A time with its zone, as in 2026-11-20T15:04:00Z. */
const zoned = Joi.string()
    .pattern(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/,
        'a time with its zone, like 2026-11-20T15:04:00Z'
    )
    .custom((text: string, helpers) =>
        Number.isNaN(Date.parse(text)) ? helpers.error('any.invalid') : text
    );
