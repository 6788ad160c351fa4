// The pages with the form of a content page: a new one, one that is there, and how either will look.
import type { ServerRoute } from '@hapi/hapi';
import {
    type ContentPageRow,
    findPage,
    type ListedPage,
    listPages,
    type PageStatus,
    type ContentPage,
    pageStatuses
} from '../../../db/agents/pages.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { pageStates } from '../../../words/states/content.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import {
    formInteger,
    pageOf,
    type Paging,
    paging,
    shortText,
    freeText,
    longText,
    oneLine
} from '../../surfaces/http/fields.ts';
import { formOfOne, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { settingsScope as scope, settingsTabs } from '../../shared/settings-view.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { area, field, select, notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment, type Clock } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { preview } from '../../surfaces/pages/parts/preview.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import { listView } from '../../shared/list-view.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { formView } from '../../shared/form-view.ts';
import Joi from 'joi';

export const listPath = '/settings/pages';
const newPath = `${listPath}/new`;
const pathOf = (id: number) => `${listPath}/${id}`;

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

interface Shown {
    path: string;
    /** Undefined for a new page. */
    row?: ContentPageRow;
    form: Form;
    /** Whether it is unsaved input. */
    isTyped: boolean;
}

/** The form of a content page, and how its text will look. */
function showForm(visit: PageContext, shown: Shown): View {
    const { row, form } = shown;
    const { problem, input } = formView(visit.flash, { words, values: form });
    const del = row && [deletion(visit, row)];
    const hasText = typed(form, 'content') !== '';
    return {
        title: row ? row.title : 'New content page',
        mark: row && stateBadge(pageStates[row.status]),
        crumbs: [
            { word: 'Settings', href: '/settings' },
            { word: 'Content pages', href: '/settings/pages' }
        ],
        narrow: true,
        problem,
        actions: del?.map(dialogButton),
        dialogs: del ?? [],
        body: html`${row && facts(visit, row)} ${formFor(visit, shown, input)} ${hasText && look(shown)}`
    };
}

const words = {
    title: 'Enter a title in one line of up to 500 characters.',
    slug: 'Use lowercase letters and digits, separated by - or _, such as about-us.',
    content: 'Use 1,000,000 characters or fewer.',
    excerpt: 'Use 20,000 characters or fewer.',
    status: 'Choose a state.'
};

type Input = ReturnType<typeof formView<keyof typeof words>>['input'];

function formFor(visit: PageContext, { path, row }: Shown, input: Input) {
    const to = row ? ({ rest: `/pages/${row.id}`, method: 'PUT' } as const) : { rest: '/pages' };
    return postForm(visit, {
        to,
        body: html`${field({ ...input('title'), label: 'Title', maxlength: 500 })}
            ${field({ ...input('slug'), label: 'Slug', help: 'Used in the URL. Lowercase letters and digits, separated by - or _.' })}
            ${select({ ...input('status'), label: 'State', options: labelsOf(pageStates) })}
            ${area({ ...input('excerpt'), label: 'Excerpt', maxlength: 20_000, rows: 2 })}
            ${area({ ...input('content'), label: 'Text', help: 'HTML. Agents receive it unchanged.', maxlength: 1_000_000, rows: 14 })}
            <div class="acts"><button type="submit">Save</button>
                <button type="submit" class="secondary" formaction="${path}" formnovalidate>Preview</button></div>`
    });
}

function facts({ app }: PageContext, { id, updatedAt }: ContentPageRow) {
    const clock = clockOf(app);
    return html`<dl class="facts"><dt>Id</dt><dd>${id}</dd><dt>Changed</dt><dd>${moment(updatedAt, clock)}</dd></dl>`;
}

const mostShown = 100_000;

function look({ form, isTyped }: Shown) {
    const content = typed(form, 'content');
    const isLong = content.length > mostShown;
    return html`<section><h2>Preview</h2>
        <p><small>${isTyped && 'Not saved yet. '}${isLong && 'You see the first 100,000 characters. '}This preview leaves out pictures, tables, scripts and embedded content.</small></p>
        ${preview(content.slice(0, mostShown))}</section>`;
}

const deletion = (visit: PageContext, { id, title }: ContentPageRow): Dialog =>
    dialog(visit, {
        id: 'delete',
        title: `Delete “${title}”?`,
        says: `Agents that request page ${id} get “not found”. You cannot undo this. To hide the page but keep it, set it to draft instead.`,
        to: { rest: `/pages/${id}/delete` },
        word: 'Delete',
        button: 'Delete page',
        isDangerous: true
    });

interface Query extends Paging {
    text?: string;
    status?: PageStatus;
}

/** The content pages in a browser. */
export const listPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showContentPages',
        path: listPath,
        description: 'Shows the content pages.',
        scope,
        query: { text: shortText, status: pageStatus, ...paging },
        show: showList
    });

async function showList({ text, status, ...page }: Query, visit: PageContext): Promise<View> {
    const { app } = visit;
    const found = await listPages(app.store.read, { text, status, ...pageOf(page) });
    const isFiltered = text !== undefined || status !== undefined;
    return {
        title: 'Content pages',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New content page</a>`,
        body: html`${about(visit)}
            ${listView(visit, {
                found,
                asked: page,
                choices: [
                    { name: 'text', label: 'Find', placeholder: 'Title, slug or id' },
                    { name: 'status', label: 'State', options: labelsOf(pageStates) }
                ],
                none: isFiltered ? 'No pages match these filters.' : 'No content pages yet.',
                caption: 'Content pages',
                columns: columnsOf(clockOf(app)),
                href: ({ id }) => pathOf(id)
            })}`
    };
}

function about({ app }: PageContext) {
    const isAway = app.config.wordpress !== undefined;
    return html`<p>Published pages that agents can read with <code>cms_get_page</code>.</p>
        ${notice(isAway && 'Agents currently read from the WordPress site at CMS_URL, not from these pages.')}`;
}

const columnsOf = (clock: Clock): Column<ListedPage>[] => [
    { title: 'Title', cell: ({ title }) => title },
    { title: 'ID', cell: ({ id }) => String(id), number: true },
    { title: 'Slug', cell: ({ slug }) => html`<code>${slug}</code>`, minor: true },
    { title: 'State', cell: ({ status }) => stateBadge(pageStates[status]) },
    { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
];

/** Positive, and exact as a JSON number. */
export const pageId = Joi.number().integer().min(1);

const pageStatus = Joi.string().valid(...pageStatuses);

const fields = {
    title: oneLine(500).required(),
    slug: Joi.string()
        .pattern(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'lowercase letters and digits, joined by - or _')
        .max(200)
        .required(),
    content: freeText.allow('').max(1_000_000).required().description('HTML.'),
    excerpt: longText,
    status: pageStatus
};

export type GivenPage = Omit<ContentPage, 'excerpt' | 'status'> & Partial<ContentPage>;

/** The body of the JSON routes. */
export const givenPage = Joi.object<GivenPage>(fields).id('ContentPageFields');

/** A missing field is empty, and a page is published unless the body sets otherwise. */
export const wholeOf = (page: GivenPage): ContentPage => ({ excerpt: '', status: 'publish', ...page });

const idInCsv = Joi.string()
    .pattern(/^[1-9]\d{0,14}$/, 'a positive whole number')
    .custom(Number);

/** A page of an import file: its id is a number in JSON and digits in CSV. */
export const pageRow = Joi.object<{ id: number } & GivenPage>({
    id: Joi.alternatives(pageId, idInCsv).required(),
    ...fields
});

/** The body of the JSON routes, of the fields of the form. */
export const bodyOfForm = (form: Form) => ({
    title: typed(form, 'title').trim(),
    slug: typed(form, 'slug').trim(),
    content: typed(form, 'content'),
    excerpt: typed(form, 'excerpt'),
    status: typed(form, 'status')
});
