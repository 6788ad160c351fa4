// The inputs of a sage's evaluation besides its criteria: its contexts, and the compiled prompt.
import type { ServerRoute } from '@hapi/hapi';
import { findContexts } from '../../../db/sages/contexts.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { promptFor, takeSnapshot } from '../../../db/council/snapshots.ts';
import type { App } from '../../app.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field, hidden, problem, tick } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { sageView } from '../../shared/sage-view.ts';
import { draftNotice, type Typed, windowOf } from './draft.ts';
import {
    changeForm,
    draftData,
    draftStatus,
    editorPages,
    keepButton,
    mayChange,
    saveWord,
    sageOf
} from './part.ts';
import { ofSage, type OfSage } from '../../shared/owned.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

const scope = ['council_sage'] as const;

export const materialPages = (app: App): ServerRoute[] => [
    ...editorPages(app, {
        id: 'showSageContexts',
        path: '/sages/{id}/contexts',
        description: 'Shows the contexts of a sage.',
        again: {
            id: 'showSageContextsDraft',
            description: 'Previews a context of a sage. Saves nothing.'
        },
        ...ofSage,
        scope,
        draft: 'context',
        show: showContexts
    }),
    consolePage<OfSage>(app, {
        id: 'showSagePrompt',
        path: '/sages/{id}/prompt',
        description: 'Shows the prompt of a sage, section by section.',
        ...ofSage,
        scope,
        show: async (asked, visit) => showPrompt(visit, await sageOf(visit, asked))
    })
];

/** As they are, or as they were ticked. */
async function showContexts(visit: PageContext, sage: SageRow, given?: Typed): Promise<View> {
    const { flash, app } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const found = await findContexts(read, sage.contextIds);
    const cards = found.map(({ id, name, context, createdAt }) => {
        const on = given && 'contexts' in given.form ? `context_${id}` in given.form : true;
        return html`<section>${tick({ name: `context_${id}`, label: name, on })}
            <p><small>${moment(createdAt, clock)}, ${context.length.toLocaleString('en-US')} characters</small></p>
            <details><summary>Text</summary><pre>${context}</pre></details></section>`;
    });
    const body = html`${hidden({ contexts: 1 })}${cards}<p><small>Clear the checkbox to stop using a context.</small></p>`;
    const none = emptyState({
        says: 'No contexts yet. A context is background text for evaluating every answer, such as how your team works. Add one below.'
    });
    return sageView(visit, sage, {
        here: 'contexts',
        narrow: true,
        scripts: ['drafts.js'],
        problem: problem(fieldErrorsIn(flash, words)?.message, ''),
        body: html`${
            found.length === 0
                ? none
                : await changeForm(visit, {
                      sage,
                      part: 'contexts',
                      names: ['context_ids'],
                      body,
                      button: saveWord(sage),
                      typed: given
                  })
        } ${mayChange(visit, sage) && newContext(visit, sage, given)}`
    });
}

const words = {
    name: 'Enter a name in one line of up to 200 characters.',
    context: 'Enter the text of the context.'
};

function newContext(visit: PageContext, sage: SageRow, given: Typed | undefined) {
    const { form = {}, at } = given ?? {};
    const isTyped = 'context_text' in form;
    const isOpen = isTyped || sage.contextIds.length === 0;
    const kept = { sage, part: 'contexts', draft: 'context' } as const;
    return html`<details ${isOpen && { html: 'open' }}><summary>Add a context</summary>
        ${at !== undefined && draftNotice(visit, { ...kept, at })}
        ${postForm(visit, {
            to: { rest: `/sages/${sage.id}/contexts` },
            fields: { sage: sage.id, page: 'contexts', draft: 'context', ...windowOf(given) },
            data: draftData(visit, { ...kept, typed: isTyped ? given : undefined }),
            body: html`${field({ name: 'context_name', label: 'Name', value: typed(form, 'context_name') })}
                ${area({ name: 'context_text', label: 'Text', help: 'Up to 200 KiB. Included in every prompt, so never include personal data.', value: typed(form, 'context_text'), maxlength: 204_800, rows: 10 })}
                <div class="savebar"><div>
                ${sage.releaseRunId !== null && html`<small>You cannot invite candidates until you run the check again.</small>`}
                ${draftStatus(visit, given)}</div>
                <div class="acts">${keepButton(visit, sage)} <button type="submit" class="secondary">Add context</button></div></div>`
        })}</details>`;
}

const titles = {
    role: 'Role',
    intro: 'Introduction',
    criteria: 'Criteria',
    contexts: 'Contexts',
    directions: 'Directions',
    output_format: 'Output format',
    recommendation: 'Recommendation'
} as const;

async function showPrompt(visit: PageContext, sage: SageRow): Promise<View> {
    const compiled = promptFor(await takeSnapshot(visit.app.store.read, sage.id));
    const sections = Object.entries(compiled.sections).filter(([, text]) => text !== '');
    return sageView(visit, sage, {
        here: 'prompt',
        narrow: true,
        body: html`<p>The current evaluator prompt. A check saves and uses this text. It never contains candidate answers.</p>
            <p><small>SHA-256 <code>${compiled.sha256}</code></small></p>
            ${sections.map(([name, text]) => html`<section><h2>${titles[name as keyof typeof titles]}</h2><pre class="wrapped" tabindex="0">${text}</pre></section>`)}
            <details><summary>Full prompt</summary><pre class="wrapped" tabindex="0">${compiled.prompt}</pre></details>`
    });
}
