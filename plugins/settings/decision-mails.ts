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
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { freeText, InvalidField } from '../surfaces/http/fields.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { anyText, flag, named } from '../surfaces/http/response-fields.ts';
import { settingsScope as scope } from '../shared/settings-view.ts';
import { rest } from '../surfaces/rest.ts';
import { longestText, path, textName, textNames, viewOf } from './decision-mails-fields.ts';
import { longTexts } from '../surfaces/http/bodies/index.ts';

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
