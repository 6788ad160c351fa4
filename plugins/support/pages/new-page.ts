// Creates a job by hand: a form for each task, built from its payload.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { TaskName } from '../../../db/jobs/ledger.ts';
import type { App } from '../../app.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { fieldsOf, taskNames, taskLabels } from '../catalogue.ts';
import { jobTabs, supportScope } from './links.ts';

export const newJobPage = (app: App): ServerRoute =>
    consolePage<{ task?: TaskName }>(app, {
        id: 'showNewJob',
        path: '/jobs/new',
        description: 'Shows the form to create a job.',
        scope: supportScope,
        query: { task: Joi.valid(...taskNames(app)) },
        show: async ({ task = 'send-mail' }, visit) => showForm(visit, task)
    });

const labels: Readonly<Record<string, string>> = {
    mailId: 'ID of the email',
    requestId: 'ID of the request',
    runId: 'ID of the build',
    screenId: 'ID of the candidate',
    step: 'Number of the step, 1 to 8'
};

function showForm(visit: PageContext, task: TaskName): View {
    const { app, flash, request } = visit;
    const wrong = fieldErrorsIn(flash, {});
    const name = wrong?.field.replace(/^payload\./, '') ?? '';
    const { query } = addressIn(request);
    const fields = fieldsOf(app, task).map((one) =>
        field({
            name: one,
            label: labels[one] ?? one,
            autocomplete: 'off',
            value: flash?.typed[one],
            maxlength: 100,
            error: name === one ? wrong?.message : undefined
        })
    );
    return {
        title: 'New job',
        tabs: jobTabs(visit),
        narrow: true,
        problem: wrong && problem(wrong.message, name),
        body: html`<p>You can create a job only if it is needed and no identical job is queued.</p>
            ${filters({ path: '/jobs/new', query: { ...query, task } }, [{ name: 'task', label: 'Task', options: taskLabels(app) }])}
            ${postForm(visit, {
                to: { rest: '/admin/jobs' },
                fields: { task },
                body: html`${fields}<button type="submit">Create job</button>`
            })}`
    };
}
