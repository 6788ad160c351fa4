// The candidate whom a mail to staff is about. No mail keeps who it is: it is looked up when the mail is written.
import type { MailRow, Mails } from '../../db/jobs/mails.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';

export interface Person {
    name: string;
    email: string;
}

/** Undefined for other mails, and once the candidate is erased. */
export async function personOf(on: Reader, { kind, about }: MailRow): Promise<Person | undefined> {
    if (kind !== 'person_asked') return undefined;
    const screen = await findScreen(on, (about as Mails['person_asked']).screenId);
    if (!screen || screen.erasedAt !== null) return undefined;
    return { name: screen.candidateName, email: screen.candidateEmail };
}
