// The pages with the form of a content page: a new one, one that is there, and how either will look.
import type { ServerRoute } from '@hapi/hapi';
import { type ContentPageRow, findPage } from '../../../db/agents/pages.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import { formOfOne, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { settingsScope as scope } from '../../shared/settings-view.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { showForm } from './form.ts';

export const listPath = '/settings/pages';
export const newPath = `${listPath}/new`;
export const pathOf = (id: number) => `${listPath}/${id}`;

export const pagesOfForm = (app: App): ServerRoute[] => [
    ...formPages(app, {
        id: 'showNewContentPage',
        path: newPath,
        description: 'Shows the form for a new content page.',
        again: { id: 'previewNewContentPage', description: 'Previews a new content page. Saves nothing.' },
        scope,
        show: (_, visit, form) => showOne(visit, undefined, form)
    }),
    ...formPages<{ id: number }>(app, {
        id: 'showContentPage',
        path: `${listPath}/{id}`,
        description: 'Shows a content page and its form.',
        again: { id: 'previewContentPage', description: 'Previews a content page. Saves nothing.' },
        scope,
        params: { id: formInteger.required() },
        show: ({ id }, visit, form) => showOne(visit, id, form)
    })
];

async function showOne(visit: PageContext, id: number | undefined, form?: Form) {
    const isTyped = form !== undefined;
    if (id === undefined) return showForm(visit, { path: newPath, form: form ?? {}, isTyped });
    const row = await findPage(visit.app.store.read, id);
    if (!row) throw new Refusal('not_found', 'Page not found.');
    return showForm(visit, { path: pathOf(id), row, form: form ?? formOf(row), isTyped });
}

const formOf = ({ title, slug, content, excerpt, status }: ContentPageRow): Form => ({
    title,
    slug,
    content,
    excerpt,
    status
});

export const contentPageForms = formOfOne({ newPath, pathOf, name: 'page' });
