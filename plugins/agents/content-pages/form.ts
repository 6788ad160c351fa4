// The form of a content page, and how its text will look.
import type { ContentPageRow } from '../../../db/agents/pages.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field, problem, select } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { preview } from '../../surfaces/pages/parts/preview.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { pageStates } from '../../../words/states/content.ts';
import { labelsOf } from '../../../words/states/state.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';

interface Shown {
    path: string;
    /** Undefined for a new page. */
    row?: ContentPageRow;
    form: Form;
    /** Whether it is unsaved input. */
    isTyped: boolean;
}

export function showForm(visit: PageContext, shown: Shown): View {
    const { row, form } = shown;
    const wrong = fieldErrorsIn(visit.flash, words);
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
        problem: problem(wrong?.message, wrong && wrong.field in words ? wrong.field : ''),
        actions: del?.map(dialogButton),
        dialogs: del ?? [],
        body: html`${row && facts(visit, row)} ${formFor(visit, shown, wrong)} ${hasText && look(shown)}`
    };
}

const words = {
    title: 'Enter a title in one line of up to 500 characters.',
    slug: 'Use lowercase letters and digits, separated by - or _, such as about-us.',
    content: 'Use 1,000,000 characters or fewer.',
    excerpt: 'Use 20,000 characters or fewer.',
    status: 'Choose a state.'
};

type Wrong = ReturnType<typeof fieldErrorsIn>;

function formFor(visit: PageContext, { path, row, form }: Shown, wrong: Wrong) {
    const text = (name: keyof typeof words) => ({
        name,
        value: typed(form, name),
        error: wrong?.field === name ? wrong.message : undefined,
        autocomplete: 'off'
    });
    const to = row ? ({ rest: `/pages/${row.id}`, method: 'PUT' } as const) : { rest: '/pages' };
    return postForm(visit, {
        to,
        body: html`${field({ ...text('title'), label: 'Title', maxlength: 500 })}
            ${field({ ...text('slug'), label: 'Slug', help: 'Used in the URL. Lowercase letters and digits, separated by - or _.' })}
            ${select({ name: 'status', label: 'State', options: labelsOf(pageStates), value: typed(form, 'status') })}
            ${area({ ...text('excerpt'), label: 'Excerpt', maxlength: 20_000, rows: 2 })}
            ${area({ ...text('content'), label: 'Text', help: 'HTML. Agents receive it unchanged.', maxlength: 1_000_000, rows: 14 })}
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
