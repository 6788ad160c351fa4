// A new sage: from a template of an ordinary job, as a copy, or empty. All are one list to choose from.
import type { ServerRoute } from '@hapi/hapi';
import { sageTemplates } from '../../../db/council/templates/index.ts';
import { listSages } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { formView } from '../../shared/form-view.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { shortText } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export const newPage = (app: App): ServerRoute =>
    consolePage<{ q?: string }>(app, {
        id: 'showNewSage',
        path: '/sages/new',
        description: 'Shows what a new sage can start from.',
        scope: ['ss_council_sage'],
        query: { q: shortText.empty('') },
        show: ({ q = '' }, visit) => showNew(visit, q)
    });

/** Those that changed last; a search finds the others. */
const mostCopies = 10;

async function showNew(visit: PageContext, q: string): Promise<View> {
    const { app, actor } = visit;
    const { read } = app.store;
    const asked = { sort: '-changed', limit: mostCopies, offset: 0, ...(q !== '' && { q }) } as const;
    const { items } = await listSages(read, viewerOf(app, actor), asked);
    const isAsked = (text: string) => text.toLowerCase().includes(q.toLowerCase());
    const templates = sageTemplates.filter(({ name, summary }) => isAsked(`${name} ${summary}`));
    return {
        title: 'New sage',
        styles: ['sages.css'],
        crumbs: [{ word: 'Sages', href: '/sages' }],
        body: html`<p>Choose a job. You can change every word afterwards.</p>
            <form class="filters" role="search" aria-label="Jobs" method="get" action="/sages/new">
                <input type="search" name="q" value="${q}" maxlength="200" placeholder="Find a job" aria-label="Find a job" />
                <button type="submit" class="secondary">Find</button>${q !== '' && html` <a href="/sages/new">Clear</a>`}</form>
            <ul class="rows choices">
            ${templates.map(({ slug, name, summary, criteria }) =>
                choice(visit, { to: '/sages', template: slug, name, about: summary, criteria })
            )}
            ${items.map((sage) =>
                choice(visit, {
                    to: `${sagePath(sage)}/copy`,
                    name: `Copy of ${sage.name}`,
                    about: 'Your own copy. Candidates and labelled answers stay with the original.',
                    criteria: sage.criteria
                })
            )}
            <li><div><b>Something else</b> <small>Write your own questions for any job.</small>
                ${emptyForm(visit, q)}</div></li></ul>`
    };
}

interface Choice {
    /** The route that creates the sage. */
    to: string;
    template?: string;
    name: string;
    about: string;
    criteria: readonly { question: string }[];
}

const choice = (visit: PageContext, { to, template, name, about, criteria }: Choice) =>
    html`<li><div>${postForm(visit, {
        to: { rest: to },
        ...(template !== undefined && { fields: { template } }),
        body: html`<button type="submit" class="secondary">${name}</button>`
    })} <small>${about}</small>
        ${
            criteria.length > 0 &&
            html`<details class="fold"><summary>${pluralize(criteria.length, 'question')}</summary>
            <ol>${criteria.map(({ question }) => html`<li>${question}</li>`)}</ol></details>`
        }</div></li>`;

/** What was looked for and is no template is the likely name. */
function emptyForm(visit: PageContext, q: string) {
    const { flash } = visit;
    const words = { name: 'Enter a name in one line of up to 200 characters.' };
    const { input } = formView(flash, { words, values: { name: q, ...flash?.typed } });
    return postForm(visit, {
        to: { rest: '/sages' },
        body: html`${field({ ...input('name'), label: 'Job title' })}<button type="submit" class="secondary">Create empty sage</button>`
    });
}
