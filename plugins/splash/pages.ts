// Banners in a browser: the list, and the form of one with a preview of what was typed.
import type { ServerRoute } from '@hapi/hapi';
import { findSplash, listSplashes, type SplashRow } from '../../db/sales/splashes.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { formInteger, pageOf, type Paging, paging } from '../surfaces/http/fields.ts';
import { formOfOne, formPages } from '../surfaces/pages/console/form-page.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { addressIn } from '../surfaces/pages/parts/address.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { pager } from '../surfaces/pages/parts/pager.ts';
import { table } from '../surfaces/pages/parts/table.ts';
import { settingsScope as scope, settingsTabs } from '../shared/settings-view.ts';
import { bannerBadge, formOf, showForm } from './form.ts';

const listPath = '/settings/splash';
const newPath = `${listPath}/new`;
const pathOf = (id: number) => `${listPath}/${id}`;

export const splashPages = (app: App): ServerRoute[] => [
    consolePage<Paging>(app, {
        id: 'showSplashes',
        path: listPath,
        description: 'Shows the banners.',
        scope,
        query: paging,
        show: showList
    }),
    ...formPages(app, {
        id: 'showNewSplash',
        path: newPath,
        description: 'Shows the form for a new banner.',
        again: { id: 'previewNewSplash', description: 'Previews a new banner. Saves nothing.' },
        scope,
        show: (_, visit, form) => showOne(visit, undefined, form)
    }),
    ...formPages<{ id: number }>(app, {
        id: 'showSplash',
        path: `${listPath}/{id}`,
        description: 'Shows a banner and its form.',
        again: { id: 'previewSplash', description: 'Previews a banner. Saves nothing.' },
        scope,
        params: { id: formInteger.required() },
        show: ({ id }, visit, form) => showOne(visit, id, form)
    })
];

async function showList(page: Paging, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const found = await listSplashes(app.store.read, pageOf(page));
    const clock = clockOf(app);
    const list = table<SplashRow>({
        caption: 'Banners',
        columns: [
            { title: 'Title', cell: ({ title }) => title },
            {
                title: 'State',
                cell: bannerBadge
            },
            { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
        ],
        rows: found.items,
        href: ({ id }) => pathOf(id)
    });
    return {
        title: 'Banners',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New banner</a>`,
        body: html`<p>Each user sees the published banner on every page until they close it, without its picture.</p>
            ${found.total === 0 ? emptyState({ says: 'No banners yet.' }) : list}
            ${pager({ ...found, ...page, address: addressIn(request), shown: found.items.length })}`
    };
}

async function showOne(visit: PageContext, id: number | undefined, form?: Readonly<Record<string, unknown>>) {
    if (id === undefined)
        return showForm(visit, { path: newPath, form: form ?? {}, isTyped: form !== undefined });
    const row = await findSplash(visit.app.store.read, id);
    if (!row) throw new Refusal('not_found', 'Banner not found.');
    return showForm(visit, { path: pathOf(id), row, form: form ?? formOf(row), isTyped: form !== undefined });
}

export const splashForms = formOfOne({ newPath, pathOf, name: 'splash' });
