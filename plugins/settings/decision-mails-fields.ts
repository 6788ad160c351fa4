// The fields of the decision emails: `hired` for whether it is sent, `hired_de` for its German text.
import { type DecisionMail, type ToldDecision, toldDecisions } from '../../db/judgement/decision-mails.ts';
import { decidedWords } from '../../words/decisions.ts';
import { languages } from '../../words/index.ts';

export const path = '/settings/decision-mails';
export const longestText = 4000;

export const textName = (decision: ToldDecision, language: string) => `${decision}_${language}`;

export const textNames = toldDecisions.flatMap((one) => languages.map((language) => textName(one, language)));

type Mails = Readonly<Record<ToldDecision, DecisionMail>>;

/** The text in force: the default unless an administrator wrote another. */
export const viewOf = (mails: Mails): Record<string, boolean | string> =>
    Object.fromEntries(
        toldDecisions.flatMap((one) => [
            [one, mails[one].sends],
            ...languages.map((language) => [
                textName(one, language),
                mails[one].texts[language] || decidedWords(one, language)
            ])
        ])
    );
