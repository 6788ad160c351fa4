// The details of a sage: its name and its evaluation.
import type { ServerRoute } from '@hapi/hapi';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field, problem, select } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { type ValueName, type Values, valuesOf } from '../values.ts';
import { demoLink } from './demo-link.ts';
import { type Typed, wrongTyped } from './draft.ts';
import { details as words } from './faults.ts';
import { changeForm, editorPages, saveWord } from './part.ts';
import { ofSage } from '../../shared/owned.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

export const detailsPages = (app: App): ServerRoute[] =>
    editorPages(app, {
        id: 'showSageDetails',
        path: '/sages/{id}/details',
        description: 'Shows the details of a sage.',
        again: {
            id: 'showSageDetailsDraft',
            description: 'Previews the details of a sage. Saves nothing.'
        },
        ...ofSage,
        scope: council,
        draft: 'details',
        show: showDetails
    });

/** As it is, or as it was typed. */
async function showDetails(visit: PageContext, sage: SageRow, given?: Typed): Promise<View> {
    const wrong = fieldErrorsIn(wrongTyped(visit.flash), words);
    const at = wrong?.field.split('.')[0] ?? '';
    const was = await valuesOf(visit.app.store.read, sage);
    const body = fields({
        shown: (name) => (given ? typed(given.form, name) : textOf[name](was)),
        error: (name) => (at === name ? wrong?.message : undefined)
    });
    const form = { sage, part: 'details', names, body, button: saveWord(sage) };
    const demo = demoLink(visit, sage);
    return sageView(visit, sage, {
        here: 'details',
        narrow: true,
        scripts: ['drafts.js'],
        problem: problem(wrong?.message, at) ?? false,
        body: html`${await changeForm(visit, { ...form, draft: 'details', typed: given })} ${copyForm(visit, sage)} ${demo?.html}`,
        dialogs: demo?.dialogs ?? []
    });
}

interface Fields {
    shown: (name: Name) => string;
    error: (name: Name) => string | undefined;
}

const fields = ({ shown, error }: Fields) => html`
        ${field({ name: 'name', label: 'Name', help: 'The job title. Colleagues and candidates see it.', autocomplete: 'off', value: shown('name'), error: error('name') })}
        ${area({ name: 'evaluator_role', label: 'Evaluator role', help: 'One or two sentences, such as “You read written answers from nurses who apply for ward work.”', value: shown('evaluator_role'), error: error('evaluator_role'), maxlength: 5000, rows: 3 })}
        ${select({ name: 'evaluator', label: 'Evaluator', help: 'Evidence highlights passages; people give all levels. A model suggests levels; its recommendations turn on once it agrees with your reviewers.', options: titles, value: shown('evaluator') })}
        ${field({ name: 'threshold', label: 'Minimum score for “advance”', help: 'Of 100.', autocomplete: 'off', value: shown('threshold'), error: error('threshold'), maxlength: 3 })}
        ${field({ name: 'language', label: 'Language of the answers', help: 'Language code such as en or de-AT. Evidence supports English only.', autocomplete: 'off', value: shown('language'), error: error('language'), maxlength: 35 })}
        ${area({ name: 'confirmed_words', label: 'Confirmed words', help: 'Rubric words that may refer to a protected characteristic but are about the job. One per line: the word, a colon and the reason.', value: shown('confirmed_words'), error: error('confirmed_words'), maxlength: 50_000, rows: 3 })}
        ${area({ name: 'reviewers', label: 'Reviewers', help: 'Logins of people who review candidates of this sage without owning it. One per line.', value: shown('reviewers'), error: error('reviewers'), maxlength: 20_000, rows: 3 })}
        ${select({ name: 'hides_findings', label: 'Hide names and findings until levels are given', help: 'From each reviewer, on the pages of a review; lists show names. If they are shown earlier, levels do not count as blind.', options: { true: 'Yes', false: 'No' }, value: shown('hides_findings') })}`;

const titles = {
    evidence: 'Evidence (built in)',
    model: 'Model (a language model)',
    both: 'Both, side by side'
} satisfies Record<SageRow['evaluator'], string>;

const textOf = {
    name: ({ name }) => name,
    evaluator_role: ({ evaluator_role }) => evaluator_role,
    evaluator: ({ evaluator }) => evaluator,
    threshold: ({ threshold }) => String(threshold),
    language: ({ language }) => language,
    confirmed_words: ({ confirmed_words }) =>
        confirmed_words.map(({ word, reason }) => `${word}: ${reason}`).join('\n'),
    reviewers: ({ reviewers }) => reviewers.join('\n'),
    hides_findings: (values) => String(values.hides_findings)
} satisfies Partial<Record<ValueName, (values: Values) => string>>;

type Name = keyof typeof textOf;
const names = Object.keys(textOf) as Name[];

function copyForm(visit: PageContext, sage: SageRow) {
    if (!may(visit.actor, 'ss_council_sage')) return undefined;
    return html`<section><h2>Copy</h2>
        <p>Creates your own copy that you can change and check. Labelled answers, candidates and the demo link stay with this sage.</p>
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/copy` },
            body: html`<button type="submit" class="secondary">Create copy</button>`
        })}</section>`;
}
