// Candidates in a pasted or uploaded table, with or without a header: every row is checked, and a wrong one is corrected in place.
import Joi from 'joi';
import { addressOf, type Candidate } from '../../../db/screens/invitations.ts';
import { longestList } from '../../../db/screens/lists.ts';
import { emailAddress, hasAccents, InvalidField, shortText, validated } from '../../surfaces/http/fields.ts';
import { peopleIn, unreadable } from './people-in.ts';

/** A candidate as every route takes one. */
export const candidate = Joi.object<Candidate>({
    name: shortText.required(),
    email: emailAddress.required()
}).id('NewCandidate');

/** Names what is sent, so that it does nothing more when it comes again. */
export const sendingKey = Joi.string().pattern(/^[\w.-]{16,64}$/, '16 to 64 letters, digits, . _ or -');

export interface Invitee extends Candidate {
    /** What is to be corrected. */
    wrong?: { field: keyof Candidate; says: string };
    /** The same address is in a row before. */
    isTwin?: boolean;
}

export interface Invitees {
    rows: Invitee[];
    /** Columns that nothing is read from. */
    unread: string[];
}

const accented = 'Mail servers refuse letters with accents before the @. Ask for another address.';

const words = {
    name: 'Enter a name in one line of up to 200 characters.',
    email: 'Enter a valid email address, such as name@example.com.'
} as const;

/** Reads a list as it comes out of other programs; nothing is kept of it. Refuses: invalid_field where no list can be read of it. */
export async function readInvitees(text: string): Promise<Invitees> {
    const { people, unread } = await peopleIn(text);
    if (people.length === 0) throw unreadable('The list is empty.');
    if (people.length > longestList)
        throw unreadable(`Too many rows: a list can have up to ${longestList} candidates.`);
    const rows = judged(people);
    return {
        rows: rows.map((row, n) => (people[n]?.wrong ? { wrong: people[n].wrong, ...row } : row)),
        unread
    };
}

/** The rows with what is wrong in each. */
export function judged(people: readonly Candidate[]): Invitee[] {
    const seen = new Set<string>();
    return people.map((one) => {
        const row = judge({ name: one.name.trim(), email: one.email.trim() });
        if (row.wrong) return row;
        const isTwin = seen.has(addressOf(row));
        seen.add(addressOf(row));
        return { ...row, isTwin };
    });
}

function judge(row: Candidate): Invitee {
    try {
        return validated(candidate, row, { convert: false });
    } catch (error) {
        if (!(error instanceof InvalidField)) throw error;
        const field = error.field === 'email' ? 'email' : 'name';
        const says = field === 'email' && hasAccents(row.email) ? accented : words[field];
        return { ...row, wrong: { field, says } };
    }
}
