// Banners in a browser: the list, and the form of one with a preview of what was typed.
import type { ServerRoute } from '@hapi/hapi';
import { findSplash, listSplashes, type SplashRow } from '../../db/sales/splashes.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { bannerStates } from '../../words/states/content.ts';
import type { App } from '../app.ts';
import { formInteger, pageOf, type Paging, paging } from '../surfaces/http/fields.ts';
import { formOfOne, formPages } from '../surfaces/pages/console/form-page.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { settingsScope as scope, settingsTabs } from '../shared/settings-view.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { area, field, tick } from '../surfaces/pages/form-controls.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { leftOut, preview } from '../surfaces/pages/parts/preview.ts';
import { listView } from '../shared/list-view.ts';
import { onWire } from '../shared/wire.ts';
import { formView } from '../shared/form-view.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';

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
    const { app } = visit;
    const clock = clockOf(app);
    return {
        title: 'Banners',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New banner</a>`,
        body: html`<p>Each user sees the published banner on every page until they close it, without its picture.</p>
            ${listView<SplashRow>(visit, {
                found: await listSplashes(app.store.read, pageOf(page)),
                asked: page,
                none: 'No banners yet.',
                caption: 'Banners',
                columns: [
                    { title: 'Title', cell: ({ title }) => title },
                    { title: 'State', cell: bannerBadge },
                    { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
                ],
                href: ({ id }) => pathOf(id)
            })}`
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

/** The form of a banner, with a preview. */
const formOf = (row: SplashRow): Form => ({
    ...onWire(row, 'title', 'subtitle', 'content', 'ctaText', 'ctaLink', 'imageUrl'),
    ...(row.published && { published: '1' })
});

/** The body of the JSON routes, of the fields of this form. */
export const bodyOfForm = (form: Form) => ({
    ...Object.fromEntries(Object.keys(words).map((name) => [name, form[name]])),
    published: form['published'] !== undefined
});

const longestContent = 50_000;

const words = {
    title: 'Enter a title in one line of up to 200 characters.',
    subtitle: 'Enter a subtitle in one line of up to 500 characters.',
    content: 'Use 50,000 characters or fewer.',
    cta_text: 'Enter a button label in one line of up to 100 characters.',
    cta_link: 'Enter a path such as /sages or an address that starts with https://',
    image_url: 'Enter an address that starts with https://'
};

interface Shown {
    path: string;
    row?: SplashRow;
    form: Form;
    /** Whether it is unsaved input. */
    isTyped: boolean;
}

const bannerBadge = ({ published }: SplashRow) =>
    stateBadge(bannerStates[published ? 'published' : 'unpublished']);

function showForm(visit: PageContext, { path, row, form, isTyped }: Shown): View {
    const { problem, input } = formView(visit.flash, { words, values: form });
    const to = row ? ({ rest: `/splash/${row.id}`, method: 'PATCH' } as const) : { rest: '/splash' };
    return {
        title: row?.title ?? 'New banner',
        mark: row && bannerBadge(row),
        crumbs: [
            { word: 'Settings', href: '/settings' },
            { word: 'Banners', href: '/settings/splash' }
        ],
        narrow: true,
        problem,
        body: html`${postForm(visit, {
            to,
            body: html`${fieldsOf(form, input)}
                <div class="acts"><button type="submit">Save</button>
                    <button type="submit" class="secondary" formaction="${path}" formnovalidate>Preview</button></div>`
        })}
            ${(row ?? isTyped) && look(form, isTyped)}`
    };
}

function fieldsOf(form: Form, input: ReturnType<typeof formView<keyof typeof words>>['input']) {
    return html`${field({ ...input('title'), label: 'Title' })}
        ${field({ ...input('subtitle'), label: 'Subtitle', maxlength: 500, optional: true })}
        ${area({ ...input('content'), label: 'Text', help: 'HTML with paragraphs, lists, headings, links. Scripts and embedded content are removed.', maxlength: longestContent, rows: 8 })}
        ${field({ ...input('cta_text'), label: 'Button text', maxlength: 100, optional: true })}
        ${field({ ...input('cta_link'), label: 'Button link', maxlength: 2000, optional: true })}
        ${field({ ...input('image_url'), label: 'Address of a picture', maxlength: 2000, optional: true })}
        ${tick({ name: 'published', label: 'Published: each user sees it until they close it. This replaces the current banner.', on: form['published'] !== undefined })}`;
}

/** The picture is left out: this page loads nothing from elsewhere. */
function look(form: Form, isTyped: boolean) {
    const subtitle = typed(form, 'subtitle');
    const words = typed(form, 'cta_text');
    const content = typed(form, 'content').slice(0, longestContent);
    return html`<section><h2>Preview</h2>${isTyped && html`<p><small>Preview. Not saved yet.</small></p>`}
        <article><p><strong>${typed(form, 'title')}</strong>${subtitle !== '' && html`<br />${subtitle}`}</p>
            ${preview(content)} ${leftOut(content)}
            ${words !== '' && html`<p><span role="presentation" class="badge">${words}</span> <small>${typed(form, 'cta_link')}</small></p>`}
        </article></section>`;
}
