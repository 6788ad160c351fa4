// A new sage: from a template of an ordinary job, or empty.
import type { ServerRoute } from '@hapi/hapi';
import { type SageTemplate, sageTemplates } from '../../../db/council/templates/index.ts';
import type { App } from '../../app.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export const newPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showNewSage',
        path: '/sages/new',
        description: 'Shows the templates for a new sage.',
        scope: ['ss_council_sage'],
        show: (_, visit) => Promise.resolve(showNew(visit))
    });

const showNew = (visit: PageContext): View => ({
    title: 'New sage',
    styles: ['sages.css'],
    crumbs: [{ word: 'Sages', href: '/sages' }],
    body: html`<p>Start from the closest job and adapt it. Each template can be checked as it is and includes a results template that fits any role.</p>
            <ul class="cards">${sageTemplates.map((one) => templateCard(visit, one))}</ul>
            <section class="narrow"><h2>Or start empty</h2>${emptyForm(visit)}</section>`
});

function emptyForm(visit: PageContext) {
    const { flash } = visit;
    const wrong = fieldErrorsIn(flash, { name: 'Enter a name in one line of up to 200 characters.' });
    const name = field({
        name: 'name',
        label: 'Name',
        help: 'The job title your colleagues use.',
        autocomplete: 'off',
        value: flash?.typed['name'],
        error: wrong?.field === 'name' ? wrong.message : undefined
    });
    const body = html`${name}
                    <button type="submit" class="secondary">Create empty sage</button>`;
    return postForm(visit, { to: { rest: '/sages' }, body });
}

function templateCard(visit: PageContext, { slug, name, summary, criteria }: SageTemplate) {
    const questions = criteria.map(({ question }) => html`<li>${question}</li>`);
    return html`<li><h2>${name}</h2><p>${summary}</p>
        <details><summary>Its ${criteria.length} questions</summary><ol>${questions}</ol></details>
        ${postForm(visit, {
            to: { rest: '/sages' },
            fields: { template: slug },
            body: html`<button type="submit" class="secondary">Start from ${name}</button>`
        })}</li>`;
}
