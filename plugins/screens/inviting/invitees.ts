// Candidates in a pasted or uploaded table, with or without a header: every row is checked, and a wrong one is corrected in place.
import Joi from 'joi';
import { addressOf, type Candidate } from '../../../db/screens/invitations.ts';
import { longestList } from '../../../db/screens/lists.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { recordsOf } from '../../surfaces/http/bodies/csv.ts';
import { withoutTurning } from '../../surfaces/http/bodies/typed.ts';
import { emailAddress, InvalidField, shortText, validated } from '../../surfaces/http/fields.ts';

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

/** By what they are called in files; the first is what our pages call them. */
const columns = {
    name: ['name', 'full name', 'candidate', 'candidate name'],
    email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address']
} as const;

const words = {
    name: 'Enter a name in one line of up to 200 characters.',
    email: 'Enter a valid email address, such as name@example.com.'
} as const;

/** Reads the table; nothing is kept of it. Refuses: invalid_field where no list can be read of it. */
export async function readInvitees(text: string): Promise<Invitees> {
    const records = await tableIn(text);
    const header = (records[0] ?? []).map((cell) => cell.trim());
    const placeOf = (column: keyof typeof columns) =>
        header.findIndex((cell) => (columns[column] as readonly string[]).includes(cell.toLowerCase()));
    const [name, email] = [placeOf('name'), placeOf('email')];
    const isHeader = name >= 0 || email >= 0;
    if (isHeader && (name < 0 || email < 0))
        throw unreadable(`The header row has no column “${name < 0 ? 'name' : 'email'}”.`);
    const people = isHeader
        ? records.slice(1).map((row) => ({ name: row[name] ?? '', email: row[email] ?? '' }))
        : records.map(personIn);
    if (people.length === 0) throw unreadable('The list is empty.');
    if (people.length > longestList)
        throw unreadable(`Too many rows: a list can have up to ${longestList} candidates.`);
    const unread = header.filter(
        (cell, place) => isHeader && cell !== '' && place !== name && place !== email
    );
    const rows = judged(people);
    return {
        rows: isHeader ? rows.map((row, n) => fitting(row, records[n + 1] ?? [], header)) : rows,
        unread
    };
}

/** In a row of more cells than the header a name may be in two of them. */
function fitting(row: Invitee, cells: readonly string[], header: readonly string[]): Invitee {
    if (cells.length <= header.length) return row;
    const says = `This row has ${cells.length} cells, but the header has ${header.length}. Check the name.`;
    return { wrong: { field: 'name', says }, ...row };
}

const unreadable = (says: string) => new Refusal('invalid_field', says);

/** Forty columns of the longest list. */
const mostCells = 40 * longestList;

const delimiters = [';', '\t', ','];

/** Spreadsheets of some countries separate by semicolons, and what is copied out of one by tabs. */
async function tableIn(text: string) {
    const [first = ''] = text.trimStart().split('\n', 1);
    const delimiter = delimiters.find((one) => first.includes(one)) ?? ',';
    if (text.split(delimiter).length + text.split(/[\r\n]/).length > mostCells)
        throw unreadable(
            `A table has up to ${mostCells} cells. Columns other than name and email are ignored.`
        );
    try {
        return (await recordsOf(withoutTurning(text), delimiter)).map(({ row }) => row);
    } catch (error) {
        if (error instanceof Refusal) throw unreadable(`We could not read the table: ${error.message}`);
        throw error;
    }
}

/** A row without a header: one cell is the address, and those before it, or else after it, are the name. */
function personIn(row: readonly string[]): Candidate {
    const cells = (row.length === 1 ? partsOf(row[0] ?? '') : row).map((cell) => cell.trim());
    const place = cells.findIndex((cell) => cell.includes('@'));
    if (place < 0) return { name: cells[0] ?? '', email: cells[1] ?? '' };
    const nameIn = (some: readonly string[]) =>
        some.filter((cell) => cell !== '' && !/\d/.test(cell)).join(' ');
    return {
        name: nameIn(cells.slice(0, place)) || nameIn(cells.slice(place + 1)),
        email: cells[place] ?? ''
    };
}

/** `Ada <ada@example.com>`, or a line that is separated in another way than the first one. */
function partsOf(cell: string) {
    const at = cell.lastIndexOf('<');
    if (at >= 0 && cell.trimEnd().endsWith('>')) return [cell.slice(0, at), cell.trimEnd().slice(at + 1, -1)];
    return cell.split(delimiters.find((one) => cell.includes(one)) ?? ',');
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
        return { ...row, wrong: { field, says: words[field] } };
    }
}
