// Candidates in a pasted or uploaded table: every row is checked, and an error names its line and column.
import Joi from 'joi';
import { addressOf } from '../../../db/screens/invitations.ts';
import { type Candidate, longestList } from '../../../db/screens/lists.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { type Placed, recordsOf } from '../../surfaces/http/bodies/csv.ts';
import { clean } from '../../surfaces/http/bodies/parsing.ts';
import { InvalidField, shortText, validated } from '../../surfaces/http/fields.ts';

/** A candidate as every route takes one. */
export const candidate = Joi.object<Candidate>({
    name: shortText.required(),
    email: Joi.string().trim().email({ tlds: false }).max(254).required()
}).id('NewCandidate');

/** Names what is sent, so that it does nothing more when it comes again. */
export const sendingKey = Joi.string().pattern(/^[\w.-]{16,64}$/, '16 to 64 letters, digits, . _ or -');

export interface Fault {
    line: number;
    /** The name of the column, as the file has it; empty where it is the whole line. */
    column: string;
    says: string;
}

export interface Invitees {
    people: Placed<Candidate>[];
    faults: Fault[];
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

/** Reads the table; nothing is kept of it. */
export async function readInvitees(text: string): Promise<Invitees> {
    const [header, ...records] = await tableIn(text);
    const names = (header?.row ?? []).map((name) => name.trim());
    const placeOf = (column: keyof typeof columns) =>
        names.findIndex((name) => (columns[column] as readonly string[]).includes(name.toLowerCase()));
    const places = { name: placeOf('name'), email: placeOf('email') };
    const missing = (['name', 'email'] as const).filter((column) => places[column] < 0);
    if (missing.length > 0) return { people: [], faults: missing.map(lacks), unread: [] };
    const judged = records.slice(0, longestList).map((record) => judge(record, places, names));
    const people = judged.flatMap((one) => ('row' in one ? [one] : []));
    const faults = judged.flatMap((one) => ('says' in one ? [one] : []));
    return {
        people,
        faults: [...faults, ...twice(people, names[places.email] ?? ''), ...size(records)].toSorted(
            (a, b) => a.line - b.line
        ),
        unread: names.filter((name, place) => name !== '' && !Object.values(places).includes(place))
    };
}

const lacks = (column: string): Fault => ({
    line: 1,
    column,
    says: `The header row has no column “${column}”.`
});

/** Forty columns of the longest list. */
const mostCells = 40 * longestList;

/** Spreadsheets of some countries separate by semicolons, and what is copied out of one by tabs. */
async function tableIn(text: string) {
    const [first = ''] = text.split('\n', 1);
    const delimiter = [';', '\t'].find((one) => first.includes(one)) ?? ',';
    if (text.split(delimiter).length + text.split(/[\r\n]/).length > mostCells)
        throw new Refusal(
            'invalid_field',
            `A table has up to ${mostCells} cells. Columns other than name and email are ignored.`
        );
    try {
        return await recordsOf(text, delimiter);
    } catch (error) {
        if (error instanceof Refusal)
            throw new Refusal('invalid_field', `We could not read the table: ${error.message}`);
        throw error;
    }
}

function judge(
    { line, row }: Placed<string[]>,
    places: Record<keyof typeof columns, number>,
    names: readonly string[]
): Placed<Candidate> | Fault {
    if (row.length > names.length)
        return {
            line,
            column: '',
            says: `This line has ${row.length} cells, but the header has ${names.length}.`
        };
    try {
        return { line, row: candidateOf(row[places.name], row[places.email]) };
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const column = error instanceof InvalidField && error.field === 'email' ? 'email' : 'name';
        return { line, column: names[places[column]] ?? column, says: words[column] };
    }
}

function candidateOf(name = '', email = '') {
    [name, email].forEach(clean);
    return validated(candidate, { name: name.trim(), email: email.trim() }, { convert: false });
}

/** The same address twice: the candidate would get two links. */
function twice(people: readonly Placed<Candidate>[], column: string): Fault[] {
    const first = new Map<string, number>();
    return people.flatMap(({ line, row }) => {
        const before = first.get(addressOf(row));
        if (before !== undefined)
            return [{ line, column, says: `Duplicate of the address in line ${before}.` }];
        first.set(addressOf(row), line);
        return [];
    });
}

function size(records: readonly Placed<unknown>[]): Fault[] {
    const over = records[longestList];
    if (records.length === 0) return [{ line: 2, column: '', says: 'The list is empty.' }];
    return over
        ? [
              {
                  line: over.line,
                  column: '',
                  says: `Too many rows: a list can have up to ${longestList} candidates.`
              }
          ]
        : [];
}
