import type { Config } from '../../config/index.ts';
import { findMail, listMails, type MailKind, type MailRow, type Mails } from '../../db/jobs/mails.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { settingsOf } from '../../db/record/settings.ts';
import type { Reader, Store } from '../../db/store/index.ts';
import { candidateLetters, type Reading } from './candidates.ts';
import { customerLetters } from './customers.ts';
import { type EmailContent, mailHtml, type Paragraph } from './html.ts';
import { type Addresses, keyOfMail } from './links.ts';
import { lookUp, withOwnWords } from './looked-up.ts';
import { signedToStaff, staffLetters } from './staff.ts';

interface KeyedAddresses extends Addresses {
    /** During a rotation of their secret: the keys that stored links may have been derived with. */
    keys?: readonly [string, ...string[]];
    /** Of the environment; it overrides that of the installation. */
    currency?: string | undefined;
}

/** Returns the newest 100 emails with their texts, including those that were not sent. */
export async function readMails(on: Reader, addresses: KeyedAddresses) {
    const { items, total } = await listMails(on, { limit: 100, offset: 0 });
    return { items: await Promise.all(items.map((mail) => read(on, mail, addresses))), total };
}

/** Returns one email with its text. Refuses: not_found. */
export async function readMail(on: Reader, id: string, addresses: KeyedAddresses) {
    const mail = await findMail(on, id);
    if (!mail) throw new Refusal('not_found', 'Email not found.');
    return read(on, mail, addresses);
}

async function read(on: Reader, mail: MailRow, { keys, currency, ...addresses }: KeyedAddresses) {
    const { id, toEmail: to, kind, state } = mail;
    const links = keys && (await keyOfMail(on, mail, keys));
    const written = await withOwnWords(on, mail);
    const { subject, text } = mailText(written, {
        ...addresses,
        ...(await lookUp(on, written, currency)),
        ...(links !== undefined && { links })
    });
    return { id, to, kind, state, subject, text };
}

/** The name and what the person wrote are in the text of some kinds, and in no subject. */
type Written = Pick<MailRow, 'kind' | 'about'> & Partial<Reading>;

/** The subject of an email, and its text as plain text and as HTML. */
export function mailText({ kind, about, toName, ownText }: Written, addresses: Addresses) {
    const write = letters[kind] as (about: Mails[MailKind], from: Addresses & Reading) => EmailContent;
    const written = write(about, { ...addresses, toName, ownText });
    const letter = Object.hasOwn(staffLetters, kind) ? signedToStaff(written, toName, addresses) : written;
    const subject = shortened(letter.subject);
    return { subject, text: plain(letter.paragraphs), html: mailHtml({ ...letter, subject }) };
}

/** Reads emails for pages: as they are sent, but with invalid links. */
export const mailReader =
    (store: Pick<Store, 'read'>, addresses: Omit<Addresses, 'organisation'> & Pick<Config, 'inForce'>) =>
    async (mail: Written) => {
        const { organisation } = await settingsOf({ store, config: addresses });
        return mailText(mail, { ...addresses, organisation, links: undefined });
    };

const longestSubject = 50;

/** The object of a subject comes last and may be long: a phone shows no more anyway. */
const shortened = (subject: string) =>
    subject.length > longestSubject
        ? `${Array.from(subject)
              .slice(0, longestSubject - 1)
              .join('')
              .trimEnd()}…`
        : subject;

const plain = (paragraphs: readonly Paragraph[]) =>
    paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n');

const letters = { ...staffLetters, ...candidateLetters, ...customerLetters };
