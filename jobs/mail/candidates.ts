// The emails to candidates, in the language of the questions.
import type { Mails, ScreenMail } from '../../db/jobs/mails.ts';
import { decidedWords, filledIn } from '../../words/decisions.ts';
import { type Key, wordsIn } from '../../words/index.ts';
import type { EmailContent } from './html.ts';
import { tokenOf } from './links.ts';
import type { Organisation } from './organisation.ts';

/** Who reads an email, and what a person wrote: of a decision in place of our words, of an invitation in addition. */
export interface Reading {
    toName?: string | undefined;
    ownText?: string | null | undefined;
}

interface From extends Reading {
    baseUrl: string;
    links: string | undefined;
    organisation?: Organisation;
}

type About = Mails[ScreenMail] & Partial<Mails['screen_received']>;
type ToCandidate = ScreenMail | 'screen_decided';

export const candidateLetters: { [Kind in ToCandidate]: (about: Mails[Kind], from: From) => EmailContent } = {
    screen_cancelled: (about, from) => {
        const { say, language, greeting, signature } = wordingOf(about, from);
        return {
            subject: say('mail.cancelled.subject'),
            paragraphs: [greeting, say('mail.cancelled.says'), say('mail.help'), signature],
            language
        };
    },
    screen_decided: (about, from) => {
        const { say, language, signature } = wordingOf(about, from);
        return {
            subject: say('mail.decided.subject'),
            paragraphs: [...decided(about, from), say('mail.help'), signature],
            language
        };
    },
    screen_invitation: (about, from) => {
        const { say, language, greeting, signature } = wordingOf(about, from);
        return {
            subject: say('mail.invitation.subject'),
            paragraphs: [
                greeting,
                ...(from.ownText ? [from.ownText] : []),
                say('mail.invitation.says'),
                say('mail.invitation.person'),
                { link: linkOf(about, from), says: say('mail.open') },
                say('mail.invitation.link'),
                signature
            ],
            language
        };
    },
    screen_received: (about, from) => {
        const { say, language, greeting, signature } = wordingOf(about, from);
        return {
            subject: say('mail.received.subject'),
            paragraphs: [
                greeting,
                say('mail.received.says'),
                say('mail.received.next'),
                { link: linkOf(about, from), says: say('mail.received.open') },
                say('mail.received.link'),
                say('mail.help'),
                say('privacy.erase'),
                signature
            ],
            language
        };
    },
    screen_reminder: (about, from) => {
        const { say, language, greeting, signature } = wordingOf(about, from);
        return {
            subject: say('mail.reminder.subject'),
            paragraphs: [
                greeting,
                say('mail.reminder.says'),
                { link: linkOf(about, from), says: say('mail.open') },
                say('mail.reminder.link'),
                signature
            ],
            language
        };
    }
};

function wordingOf(
    { position, language, answers = 0, submittedAt = 0 }: About,
    { organisation, toName, baseUrl }: From
) {
    const words = wordsIn([language]);
    const values = {
        position,
        organisation: organisation?.name ?? 'none',
        contact: organisation?.contact ?? 'none',
        answers,
        when: words.moment(submittedAt, organisation?.timeZone ?? 'UTC')
    };
    return {
        language: words.language,
        say: (key: Key) => words.say(key, values),
        greeting: words.say('mail.greeting', { name: toName || 'none' }),
        signature: organisation?.name ?? hostOf(baseUrl)
    };
}

/** Each block of lines is a paragraph. The text has a greeting of its own. */
function decided({ decision, language = '', position }: Mails['screen_decided'], from: From) {
    const { toName: name = '', ownText, organisation, baseUrl } = from;
    const values = { name, position, organisation: organisation?.name ?? hostOf(baseUrl) };
    return filledIn(ownText ?? decidedWords(decision, language), values).split(/\n\s*\n/);
}

/** The host of an address; empty where it has none. */
export const hostOf = (url: string) => URL.parse(url)?.hostname ?? '';

const linkOf = ({ screenId, issue }: About, { baseUrl, links }: From) =>
    `${baseUrl}/screen/${tokenOf(links, 'screen', screenId, issue)}`;
