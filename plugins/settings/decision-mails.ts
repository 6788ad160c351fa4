// The decision emails, over JSON: whether each is sent, and its text in each language.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    type DecisionMail,
    decisionMailsIn,
    setDecisionMail,
    type ToldDecision,
    toldDecisions
} from '../../db/judgement/decision-mails.ts';
import type { Tx } from '../../db/store/index.ts';
import { decidedWords, places, unknownPlace } from '../../words/decisions.ts';
import { languages } from '../../words/index.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { candidateStates } from '../../words/states/candidates.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { freeText, InvalidField } from '../surfaces/http/fields.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { anyText, flag, named } from '../surfaces/http/response-fields.ts';
import { settingsScope as scope, nameOf } from '../shared/settings-view.ts';
import { rest } from '../surfaces/rest.ts';
import { longTexts } from '../surfaces/http/bodies/index.ts';
import { formPages } from '../surfaces/pages/console/form-page.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { area, tick } from '../surfaces/pages/form-controls.ts';
import { html } from '../surfaces/pages/layout.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { formView } from '../shared/form-view.ts';

type Fields = Readonly<Record<string, boolean | string>>;

/** One for each decision, and one for each of its texts. */
const fieldsOf = <Schema>(sends: Schema, text: Schema) =>
    Object.fromEntries(
        toldDecisions.flatMap((one) => [
            [one, sends] as const,
            ...languages.map((language) => [textName(one, language), text] as const)
        ])
    );

/** Only known placeholders may be in braces: others would reach a candidate unreplaced. */
const withKnownPlaces: Joi.CustomValidator<string> = (text, { state }) => {
    const found = unknownPlace(text);
    if (found === undefined) return text;
    const known = places.map((place) => `{${place}}`).join(', ');
    throw new InvalidField(String(state.path?.[0]), `Unknown placeholder ${found}. You can use: ${known}.`);
};

/** The fields of the decision emails: `hired` for whether it is sent, `hired_de` for its German text. */
const path = '/settings/decision-mails';
const longestText = 4000;

const textName = (decision: ToldDecision, language: string) => `${decision}_${language}`;

const textNames = toldDecisions.flatMap((one) => languages.map((language) => textName(one, language)));

type Mails = Readonly<Record<ToldDecision, DecisionMail>>;

/** The text in force: the default unless an administrator wrote another. */
const viewOf = (mails: Mails): Record<string, boolean | string> =>
    Object.fromEntries(
        toldDecisions.flatMap((one) => [
            [one, mails[one].sends],
            ...languages.map((language) => [
                textName(one, language),
                mails[one].texts[language] || decidedWords(one, language)
            ])
        ])
    );

const text = freeText.allow('').max(longestText).custom(withKnownPlaces);

export const decisionMailRoutes = (app: App): ServerRoute[] => [listRoute(app), changeRoute(app)];

const response = { mails: named('DecisionMails', fieldsOf<Joi.Schema>(flag, anyText)) };

const listRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'getDecisionMails',
        method: 'GET',
        path,
        summary: 'Returns which decisions are emailed to candidates, and the text of each in each language.',
        scope,
        response,
        run: async () => ({ mails: viewOf(await decisionMailsIn(app.store.read)) })
    });

const changeRoute = (app: App): ServerRoute =>
    rest<Fields>(app, {
        name: 'updateDecisionMails',
        method: 'PATCH',
        path,
        summary: 'Changes which decisions are emailed, and the texts. An empty text restores the default.',
        scope,
        maxBytes: longTexts,
        body: Joi.object(fieldsOf<Joi.Schema>(Joi.boolean(), text)).min(1),
        formPost: {
            backTo: () => path,
            says: 'Saved.',
            again: true
        },
        bodyOfForm,
        response,
        run: async (fields, _, request) => {
            const act = actBy(app, request);
            const mails = await app.store.write(async (tx) => {
                for (const one of toldDecisions) await change(tx, one, { fields, act });
                return decisionMailsIn(tx);
            });
            return { mails: viewOf(mails) };
        }
    });

/** A box that is not ticked is not sent. */
function bodyOfForm(form: Form) {
    const ticks = toldDecisions.map((one) => [one, form[one] !== undefined] as const);
    const texts = Object.entries(form).filter(([name]) => textNames.includes(name));
    return Object.fromEntries([...ticks, ...texts]);
}

interface Change {
    fields: Fields;
    act: ReturnType<typeof actBy>;
}

async function change(tx: Tx, decision: ToldDecision, { fields, act }: Change) {
    const before = (await decisionMailsIn(tx))[decision];
    const texts = languages.map((language) => {
        const sent = fields[textName(decision, language)];
        return [
            language,
            sent === undefined ? (before.texts[language] ?? '') : ownText(decision, language, sent)
        ];
    });
    const after = { sends: Boolean(fields[decision] ?? before.sends), texts: Object.fromEntries(texts) };
    if (!isSame(before, after)) await setDecisionMail(tx, decision, { ...after, ...act });
}

const isSame = (one: DecisionMail, other: DecisionMail) =>
    one.sends === other.sends &&
    languages.every((language) => (one.texts[language] ?? '') === other.texts[language]);

/** Empty for the default text, so that a later version can improve it. */
function ownText(decision: ToldDecision, language: string, sent: boolean | string) {
    const text = String(sent).replaceAll('\r\n', '\n').trim();
    return text === decidedWords(decision, language) ? '' : text;
}

/** The settings page of the decision emails. */
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
    const { problem, errorAt } = formView(visit.flash, { words: wrongText });
    const sections = toldDecisions.map((one) => section(one, { inForce, form, errorAt }));
    return {
        title: 'Emails to candidates',
        crumbs: [{ word: 'Settings', href: '/settings' }],
        narrow: true,
        problem,
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
    errorAt: (name: string) => string | undefined;
}

function section(decision: ToldDecision, { inForce, form, errorAt }: Shown) {
    const title = candidateStates[decision].en.label;
    const isOn = form ? form[decision] !== undefined : inForce[decision] === true;
    const texts = languages.map((language) => {
        const name = textName(decision, language);
        const text = area({
            name,
            label: `${title}: text in ${nameOf(language)}`,
            value: typed(form ?? inForce, name),
            error: errorAt(name),
            maxlength: longestText,
            rows: 8
        });
        const isOpen = language === languages[0] || errorAt(name) !== undefined;
        return html`<details class="fold" ${isOpen && { html: 'open' }}><summary>${nameOf(language)}</summary>${text}</details>`;
    });
    return html`<section class="box"><h2>${title}</h2>
        ${tick({ name: decision, label: `Email “${title}” to the candidate`, on: isOn })}
        ${texts}</section>`;
}
