// The results template of a sage, with its versions, what changed from one to the next, and a way back.
import type { ServerRoute } from '@hapi/hapi';
import type { SageRow } from '../../../db/sages/sages.ts';
import {
    findTemplate,
    getTemplateVersion,
    listTemplateVersions,
    type ResultsRow
} from '../../../db/sages/template-versions.ts';
import type { App } from '../../app.ts';
import { formInteger, pageOf, type Paging, paging } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field, hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { textsOf } from '../values.ts';
import { sideBySide } from './comparison.ts';
import { type Typed, wrongTyped } from './draft.ts';
import { changeForm, editorPages, mayChange, saveWord } from './part.ts';
import { ofSage, type OfSage } from '../../shared/owned.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

interface Query extends OfSage, Paging {
    /** Compared with the one before. */
    version?: number;
}

export const resultsPages = (app: App): ServerRoute[] =>
    editorPages<Query>(app, {
        id: 'showSageResults',
        path: '/sages/{id}/results',
        description: 'Shows the results template of a sage, and the changes of a version.',
        query: { version: formInteger.empty(''), ...paging },
        again: {
            id: 'showSageResultsDraft',
            description: 'Previews a results template. Saves nothing.'
        },
        ...ofSage,
        scope: ['council_screen'],
        draft: 'results',
        show: showResults
    });

type Texts = ReturnType<typeof textsOf>;

const labels: Record<keyof Texts, string> = {
    name: 'Name',
    intro: 'Introduction',
    directions: 'Directions',
    output_format: 'Output format',
    recommendation: 'Recommendation'
};
const names = Object.keys(labels) as (keyof Texts)[];

/** As it is, or as it was typed. */
async function showResults(visit: PageContext, sage: SageRow, given?: Typed, asked?: Query): Promise<View> {
    const template = await findTemplate(visit.app.store.read, sage.resultsId ?? '');
    const was = textsOf(template);
    const shown = (name: keyof Texts) => (given ? typed(given.form, `results_${name}`) : was[name]);
    const wrong = wrongTyped(visit.flash);
    const at = wrong?.field.startsWith('results.') ? wrong.field.replace('.', '_') : '';
    const body = html`${field({ name: 'results_name', label: labels.name, value: shown('name') })}
        ${names.slice(1).map((name) => area({ name: `results_${name}`, label: labels[name], value: shown(name), maxlength: 20_000, rows: name === 'output_format' ? 2 : 4 }))}`;
    const form = {
        sage,
        part: 'results',
        names: ['results'],
        body,
        button: saveWord(sage),
        draft: 'results',
        typed: given
    } as const;
    return sageView(visit, sage, {
        here: 'results',
        narrow: true,
        scripts: ['drafts.js'],
        problem: problem(wrong?.message, at) ?? false,
        body: html`<p>Instructions for the evaluator in addition to the criteria. Every save creates a new version.</p>
            ${await changeForm(visit, form)}
            ${template && asked && (await versions(visit, sage, template, asked))}`
    });
}

async function versions(
    visit: PageContext,
    sage: SageRow,
    template: ResultsRow,
    { version, page, per_page }: Query
) {
    const { app, request } = visit;
    const { read } = app.store;
    const found = await listTemplateVersions(read, template.id, pageOf({ page, per_page }));
    const clock = clockOf(app);
    const items = found.items.map(
        (
            one
        ) => html`<li><a href="${sagePath(sage, 'results')}?version=${one.version}#changes">Version ${one.version}</a>
            ${one.version === template.version && 'now'} <small>${moment(one.createdAt, clock)}</small></li>`
    );
    return html`<section><h2>Versions</h2><ul>${items}</ul>
        ${pager({ ...found, page, per_page, address: addressIn(request), shown: items.length })}
        ${version !== undefined && (await changes(visit, sage, template, version))}</section>`;
}

/** A version compared with the one before, each in its own column, and the way back to it. */
async function changes(visit: PageContext, sage: SageRow, template: ResultsRow, version: number) {
    const textsAt = async (at: number) =>
        textsOf(await getTemplateVersion(visit.app.store.read, template.id, at));
    const one = await textsAt(version);
    const isOlder = version !== template.version && mayChange(visit, sage);
    return html`<h3 id="changes">${version > 1 ? `Version ${version} compared with version ${version - 1}` : `Version ${version}, the first`}</h3>
        ${version > 1 ? besideEachOther(version, await textsAt(version - 1), one) : alone(one)}
        ${isOlder && (await restoreForm(visit, sage, one, version))}`;
}

const alone = (one: Texts) =>
    html`<dl class="changes">${names.map((name) => html`<dt>${labels[name]}</dt><dd>${one[name]}</dd>`)}</dl>`;

const besideEachOther = (version: number, old: Texts, one: Texts) =>
    sideBySide(
        'Compare two versions',
        [`Version ${version - 1}`, `Version ${version}`],
        names.map((name) => ({ label: labels[name], before: old[name], after: one[name] }))
    );

const restoreForm = (visit: PageContext, sage: SageRow, one: Texts, version: number) =>
    changeForm(visit, {
        sage,
        part: 'results',
        name: 'restore',
        names: ['results'],
        body: hidden(Object.fromEntries(names.map((name) => [`results_${name}`, one[name]]))),
        button: `Restore version ${version}`
    });
