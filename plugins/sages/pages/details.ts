// The details of a sage: its name and its evaluation.
import type { ServerRoute } from '@hapi/hapi';
import { activeHolders } from '../../../db/accounts/users.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field, hidden, problem, select, tick } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { sageView } from '../../shared/sage-view.ts';
import { nameOf } from '../../shared/settings-view.ts';
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
    const people = await reviewersPart(visit, sage, given);
    const form = { sage, part: 'details', names, body: html`${body}${people}`, button: saveWord(sage) };
    const demo = demoLink(visit, sage);
    return sageView(visit, sage, {
        here: 'details',
        narrow: true,
        scripts: ['drafts.js'],
        problem: problem(wrong?.message, at) ?? false,
        body: html`${await changeForm(visit, { ...form, draft: 'details', typed: given })} ${demo?.html}`,
        dialogs: demo?.dialogs ?? []
    });
}

interface Fields {
    shown: (name: Name) => string;
    error: (name: Name) => string | undefined;
}

const fields = ({ shown, error }: Fields) => html`
        ${field({ name: 'name', label: 'Name', help: 'The job title. Colleagues and candidates see it.', value: shown('name'), error: error('name') })}
        ${area({ name: 'evaluator_role', label: 'Evaluator role', help: 'One or two sentences, such as “You read written answers from nurses who apply for ward work.”', value: shown('evaluator_role'), error: error('evaluator_role'), maxlength: 5000, rows: 3 })}
        ${select({ name: 'evaluator', label: 'Evaluator', help: 'Evidence highlights passages; people give all levels. A model suggests levels; its recommendations turn on once it agrees with your reviewers.', options: titles, value: shown('evaluator') })}
        ${field({ name: 'threshold', label: 'Minimum score for “advance”', help: 'Of 100.', value: shown('threshold'), error: error('threshold'), maxlength: 3 })}
        ${select({ name: 'language', label: 'Language of the answers', help: 'The built-in evaluator reads English only. In other languages people read every answer.', options: languagesWith(shown('language')), value: shown('language') })}
        ${area({ name: 'confirmed_words', label: 'Confirmed words', help: 'Words in your questions that may refer to a protected characteristic but are about the job. One per line: the word, a colon and the reason.', value: shown('confirmed_words'), error: error('confirmed_words'), maxlength: 50_000, rows: 3 })}
        ${select({ name: 'hides_findings', label: 'Hide names and findings until levels are given', help: 'From each reviewer, on the pages of a review; lists show names. If they are shown earlier, levels do not count as blind.', options: { true: 'Yes', false: 'No' }, value: shown('hides_findings') })}`;

/** Languages that candidates often answer in; another one stays as it is. */
const languages = [
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'pl',
    'cs',
    'da',
    'sv',
    'no',
    'fi',
    'hu',
    'ro',
    'el',
    'tr',
    'uk',
    'ru',
    'ar',
    'hi',
    'zh',
    'ja',
    'ko'
];

const languagesWith = (chosen: string) => {
    const all = languages.includes(chosen) ? languages : [chosen, ...languages];
    return all.map((one) => [one, languages.includes(one) ? nameOf(one) : one] as const);
};

/** Who reviews its candidates besides its owner, of all who may. */
async function reviewersPart({ app }: PageContext, sage: SageRow, given: Typed | undefined) {
    const all = await activeHolders(app.store.read, 'council_screen');
    const isOn = (id: number) => (given ? `reviewer_${id}` in given.form : sage.reviewers.includes(id));
    const ticks = all
        .filter(({ id }) => id !== sage.ownerId)
        .map(({ id, displayName, email }) =>
            tick({ name: `reviewer_${id}`, label: `${displayName} (${email})`, on: isOn(id) })
        );
    return html`<fieldset id="reviewers"><legend>Reviewers besides the owner</legend>${hidden({ reviewers: '' })}${ticks}
        <small>They review candidates of this sage, and get an email when candidates wait. Each can choose when at <a href="/profile">their profile</a>.</small></fieldset>`;
}

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
    hides_findings: (values) => String(values.hides_findings)
} satisfies Partial<Record<ValueName, (values: Values) => string>>;

type Name = keyof typeof textOf;
const names = [...(Object.keys(textOf) as Name[]), 'reviewers'] as const;
