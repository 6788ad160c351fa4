// Retries all dead jobs of one kind, so that support need not retry them one by one after a mail server was down.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { type Kind, mostAtOnce, retryDead } from '../../db/support/dead.ts';
import type { App } from '../app.ts';
import { auditActorOf } from '../surfaces/auth/requester.ts';
import { shortText } from '../surfaces/http/fields.ts';
import { count, flag, message } from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { taskNames } from './catalogue.ts';

export const retryDeadRoute = (app: App): ServerRoute =>
    staffRest<Kind>(app, {
        name: 'retryDeadJobs',
        method: 'POST',
        path: '/admin/jobs/retry-dead',
        summary: `Retries the failed jobs of a task with an error code, the oldest ${mostAtOnce} at a time.`,
        body: { task: Joi.valid(...taskNames(app)).required(), error: shortText.required() },
        formPost: { backTo: () => '/jobs/dead' },
        bodyOfForm: ({ task, error }) => ({ task, error }),
        response: {
            ...message,
            retried: count,
            refused: count,
            more: flag.description('There are more of this kind.')
        },
        async run(kind, request) {
            const done = await retryDead(app.store, kind, {
                tasks: app.tasks,
                by: auditActorOf(request),
                now: app.now
            });
            return { message: inWords(done), ...done };
        }
    });

function inWords({ retried, refused, more }: Awaited<ReturnType<typeof retryDead>>) {
    const parts = [
        `${retried} ${retried === 1 ? 'job is' : 'jobs are'} queued again.`,
        ...(refused > 0 ? [`${refused} were skipped because they are no longer needed.`] : []),
        ...(more ? [`More failed jobs remain. These were the oldest ${mostAtOnce}.`] : [])
    ];
    return parts.join(' ');
}
