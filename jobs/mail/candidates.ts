// The emails to candidates, in the language of the questions.
import type { Mails, ScreenMail } from '../../db/jobs/mails.ts';
import { decidedWords, filledIn } from '../../words/decisions.ts';
import { type Key, wordsIn } from '../../words/index.ts';
import type { EmailContent, Paragraph } from './html.ts';
import { type Addresses, tokenOf } from './links.ts';

/** Who reads an email, and what a person wrote: of a decision in place of our words, of an invitation in addition. */
export interface Reading {
    toName?: string | undefined;
    ownText?: string | null | undefined;
}

type From = Addresses & Reading;
type About = Mails[ScreenMail] & Partial<Mails['screen_received']>;
type ToCandidate = ScreenMail | 'screen_decided';
type Letter<Kind extends ToCandidate> = (about: Mails[Kind], from: From) => EmailContent;

export const candidateLetters: { [Kind in ToCandidate]: Letter<Kind> } = {
    screen_cancelled: letter('mail.cancelled.subject', ({ say, greeting }) => [
        greeting,
        say('mail.cancelled.says'),
        say('mail.help')
    ]),
    screen_decided: (about, from) =>
        letter('mail.decided.subject', ({ say }) => [...decided(about, from), say('mail.help')])(about, from),
    screen_invitation: letter('mail.invitation.subject', ({ say, greeting, button }, { ownText }) => [
        greeting,
        ...(ownText ? [ownText] : []),
        say('mail.invitation.says'),
        say('mail.invitation.person'),
        button('mail.open'),
        say('mail.invitation.link')
    ]),
    screen_received: letter('mail.received.subject', ({ say, greeting, button }) => [
        greeting,
        say('mail.received.says'),
        say('mail.received.next'),
        button('mail.received.open'),
        say('mail.received.link'),
        say('mail.help'),
        say('privacy.erase')
    ]),
    screen_reminder: letter('mail.reminder.subject', ({ say, greeting, button }) => [
        greeting,
        say('mail.reminder.says'),
        button('mail.open'),
        say('mail.reminder.link')
    ])
};

type Wording = ReturnType<typeof wordingOf>;

/** A signed letter. */
function letter(subject: Key, paragraphs: (wording: Wording, from: From) => readonly Paragraph[]) {
    return (about: About, from: From): EmailContent => {
        const wording = wordingOf(about, from);
        const { say, signature, language } = wording;
        return { subject: say(subject), paragraphs: [...paragraphs(wording, from), signature], language };
    };
}

function wordingOf({ screenId, issue, position, language, answers = 0, submittedAt = 0 }: About, from: From) {
    const { organisation, toName, baseUrl, links } = from;
    const words = wordsIn([language]);
    const values = {
        position,
        organisation: organisation?.name ?? 'none',
        contact: organisation?.contact ?? 'none',
        answers,
        when: words.moment(submittedAt, organisation?.timeZone ?? 'UTC')
    };
    const say = (key: Key) => words.say(key, values);
    const link = `${baseUrl}/screen/${tokenOf(links, 'screen', screenId, issue)}`;
    return {
        language: words.language,
        say,
        /** To the page of the candidate. */
        button: (key: Key) => ({ link, says: say(key) }),
        greeting: words.say('mail.greeting', { name: toName || 'none' }),
        signature: signatureOf(from)
    };
}

/** Who writes to people from outside: the organisation, or the server where it has no name. */
export const signatureOf = ({ organisation, baseUrl }: Pick<Addresses, 'organisation' | 'baseUrl'>) =>
    organisation?.name ?? hostOf(baseUrl);

/** Each block of lines is a paragraph. The text has a greeting of its own. */
function decided({ decision, language = '', position }: Mails['screen_decided'], from: From) {
    const { toName: name = '', ownText } = from;
    const values = { name, position, organisation: signatureOf(from) };
    return filledIn(ownText ?? decidedWords(decision, language), values).split(/\n\s*\n/);
}

/** The host of an address; empty where it has none. */
export const hostOf = (url: string) => URL.parse(url)?.hostname ?? '';
