// The mails to candidates, in the language of the questions.
import type { Mails, ScreenMail } from '../../db/jobs/mails.ts';
import { decidedWords, filledIn } from '../../words/decisions.ts';
import { type Key, wordsIn } from '../../words/index.ts';
import type { Letter } from './html.ts';
import { tokenOf } from './links.ts';
import type { Organisation } from './organisation.ts';

/** Who reads a mail, and what an administrator wrote in place of our words. */
export interface Reading {
    toName?: string | undefined;
    ownText?: string | null | undefined;
}

interface From extends Reading {
    baseUrl: string;
    links: string | undefined;
    organisation?: Organisation;
}

type About = Mails[ScreenMail];
type ToCandidate = ScreenMail | 'screen_decided';

export const candidateLetters: { [Kind in ToCandidate]: (about: Mails[Kind], from: From) => Letter } = {
    screen_cancelled: (about, from) => {
        const { say, language } = wordingOf(about, from);
        return {
            subject: say('mail.cancelled.subject'),
            paragraphs: [say('mail.cancelled.says'), say('mail.help')],
            language
        };
    },
    screen_decided: (about, from) => {
        const { say, language } = wordingOf(about, from);
        return {
            subject: say('mail.decided.subject'),
            paragraphs: [...decided(about, from), say('mail.help')],
            language
        };
    },
    screen_invitation: (about, from) => {
        const { say, language } = wordingOf(about, from);
        return {
            subject: say('mail.invitation.subject'),
            paragraphs: [
                say('mail.invitation.says'),
                say('mail.invitation.person'),
                { link: linkOf(about, from), says: say('mail.open') },
                say('mail.invitation.link')
            ],
            language
        };
    },
    screen_reminder: (about, from) => {
        const { say, language } = wordingOf(about, from);
        return {
            subject: say('mail.reminder.subject'),
            paragraphs: [
                say('mail.reminder.says'),
                { link: linkOf(about, from), says: say('mail.open') },
                say('mail.reminder.link')
            ],
            language
        };
    }
};

function wordingOf({ position, language }: About, { organisation }: From) {
    const words = wordsIn([language]);
    const values = {
        position,
        organisation: organisation?.name ?? 'none',
        contact: organisation?.contact ?? 'none'
    };
    return { language: words.language, say: (key: Key) => words.say(key, values) };
}

/** Each block of lines is a paragraph. Whoever has no name in the settings is called by the name of this host. */
function decided({ decision, language = '', position }: Mails['screen_decided'], from: From) {
    const { toName: name = '', ownText, organisation, baseUrl } = from;
    const values = { name, position, organisation: organisation?.name ?? hostOf(baseUrl) };
    return filledIn(ownText ?? decidedWords(decision, language), values).split(/\n\s*\n/);
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? '';

const linkOf = ({ screenId, issue }: About, { baseUrl, links }: From) =>
    `${baseUrl}/screen/${tokenOf(links, 'screen', screenId, issue)}`;
