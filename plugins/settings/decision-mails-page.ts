// The settings page of the decision emails.
import type { ServerRoute } from '@hapi/hapi';
import { decisionMailsIn, type ToldDecision, toldDecisions } from '../../db/judgement/decision-mails.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { languages } from '../../words/index.ts';
import { candidateStates } from '../../words/states/candidates.ts';
import type { App } from '../app.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { formPages } from '../surfaces/pages/console/form-page.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { area, problem, tick } from '../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../surfaces/pages/form-posts.ts';
import { html } from '../surfaces/pages/layout.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { nameOf, settingsScope as scope } from '../shared/settings-view.ts';
import { longestText, path, textName, textNames, viewOf } from './decision-mails-fields.ts';

export const decisionMailsPages = (app: App): ServerRoute[] =>
    formPages(app, {
        id: 'showDecisionMails',
        path,
        description: 'Shows the form for emails about decisions.',
        again: {
            id: 'showDecisionMailsAgain',
            description: 'Shows emails about decisions as they were typed. Saves nothing.'
        },
        scope,
        show: (_, visit, form) => showDecisionMails(visit, form)
    });

/** The page, with what was typed where that was refused. */
async function showDecisionMails(visit: PageContext, form?: Form): Promise<View> {
    const inForce = viewOf(await decisionMailsIn(visit.app.store.read));
    const wrong = fieldErrorsIn(visit.flash, wrongText);
    const sections = toldDecisions.map((one) => section(one, { inForce, form, wrong }));
    return {
        title: 'Emails to candidates',
        crumbs: [{ word: 'Settings', href: '/settings' }],
        narrow: true,
        problem: problem(wrong?.message, wrong?.field ?? ''),
        body: html`<p>You can email candidates their decision, in the language of their questions. The email is sent ${whenSent(visit)}, at most one per candidate: if you change the decision later, contact them yourself. The email never includes notes or reasons.</p>
            <p>In a text, <code>{name}</code> becomes the name of the candidate, <code>{position}</code> the name of the sage, and
                <code>{organisation}</code> ${await whoAsks(visit)}. Leave a text empty to use the default.</p>
            ${postForm(visit, {
                to: { rest: path, method: 'PATCH' },
                body: html`${sections}<div class="savebar"><button type="submit">Save</button></div>`
            })}`
    };
}

function whenSent({ app: { config } }: PageContext) {
    const minutes = config.screens.undoMs / 60_000;
    return minutes === 0
        ? 'immediately'
        : `${pluralize(minutes, 'minute')} after the decision, so that you can undo it`;
}

async function whoAsks({ app }: PageContext) {
    const { name } = (await settingsOf(app)).organisation;
    return name === undefined
        ? html`the host of this service (<a href="/settings/organisation">enter a name</a>)`
        : html`${name}`;
}

const said =
    'You can use only these placeholders: {name}, {position}, {organisation}. Use 4,000 characters or fewer.';
const wrongText = Object.fromEntries(textNames.map((name) => [name, said]));

interface Shown {
    inForce: ReturnType<typeof viewOf>;
    form: Form | undefined;
    wrong: ReturnType<typeof fieldErrorsIn>;
}

function section(decision: ToldDecision, { inForce, form, wrong }: Shown) {
    const title = candidateStates[decision].en.label;
    const isOn = form ? form[decision] !== undefined : inForce[decision] === true;
    const texts = languages.map((language) => {
        const name = textName(decision, language);
        const text = area({
            name,
            label: `${title}: text in ${nameOf(language)}`,
            value: typed(form ?? inForce, name),
            error: wrong?.field === name ? wrong.message : undefined,
            maxlength: longestText,
            rows: 8
        });
        const isOpen = language === languages[0] || wrong?.field === name;
        return html`<details class="fold" ${isOpen && { html: 'open' }}><summary>${nameOf(language)}</summary>${text}</details>`;
    });
    return html`<section class="box"><h2>${title}</h2>
        ${tick({ name: decision, label: `Email “${title}” to the candidate`, on: isOn })}
        ${texts}</section>`;
}
