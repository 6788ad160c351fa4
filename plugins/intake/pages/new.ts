// Writing down what came in by telephone or by letter.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { formPages } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sales, itemPath } from '../rights.ts';
import { itemFields, wordsOfStaff, wrongWith } from './fields.ts';

const path = '/intake/new';

export const newPages = (app: App): ServerRoute[] =>
    formPages(app, {
        id: 'showNewIntakeItem',
        path,
        description: 'Shows the form for a new intake item.',
        again: {
            id: 'showNewIntakeItemAgain',
            description: 'Shows a new intake item as it was typed. Saves nothing.'
        },
        scope: sales,
        show: (_, visit, form) => Promise.resolve(showNew(visit, form))
    });

interface Made {
    item: { id: number };
}

export const newItemForm: FormPost = {
    backTo: (_, done, data) => (done ? itemPath((data as Made).item.id) : path),
    says: 'Item created. You are the owner.',
    again: true
};

function showNew(visit: PageContext, form: Form = {}): View {
    const { flash } = visit;
    const wrong = flash && !flash.done ? flash : undefined;
    return {
        title: 'New item',
        crumbs: [{ word: 'Intake', href: '/intake' }],
        narrow: true,
        problem: wrong && wrongWith(wrong.field, wrong.message, wordsOfStaff),
        body: html`<p>Record an enquiry that came by phone, email or in person. You own it until someone else is assigned.</p>
            ${postForm(visit, {
                to: { rest: '/intake' },
                body: html`${itemFields({ form, wrong: wrong?.field, words: wordsOfStaff, isOwn: false })}
                    <button type="submit">Create item</button>`
            })}`
    };
}
