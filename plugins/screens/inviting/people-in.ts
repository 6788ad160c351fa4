// The people in a list as other programs write it: a table with or without a header, or the recipients of an email.
import type { Candidate } from '../../../db/screens/invitations.ts';
import { longestList } from '../../../db/screens/lists.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { recordsOf } from '../../surfaces/http/bodies/csv.ts';
import { withoutMarks } from '../../surfaces/http/bodies/typed.ts';

interface Listed extends Candidate {
    /** What is odd about the row itself. */
    wrong?: { field: keyof Candidate; says: string };
}

interface People {
    people: Listed[];
    /** Columns that nothing is read from. */
    unread: string[];
}

export const unreadable = (says: string) => new Refusal('invalid_field', says);

/** By what they are called in files, in letters and figures alone. */
const columns = {
    email: `email|e mail|mail|email address|e mail address|mail address|primary email|work email|personal email|candidate email|
        email 1|e mail 1|email 1 value|e mail 1 value|email adresse|e mail adresse|mailadresse|e mailadresse|emailadresse`,
    name: 'name|full name|fullname|candidate name|applicant name|vollständiger name|anzeigename|display name',
    person: 'candidate|applicant|contact|contact name|bewerber|bewerberin|bewerber in|kandidat|kandidatin',
    first: 'first name|firstname|first|given name|forename|vorname',
    last: 'last name|lastname|last|surname|family name|nachname|familienname'
} as const;

type Column = keyof typeof columns;
const columnsByTitle = new Map(
    Object.entries(columns).flatMap(([column, titles]) =>
        titles.split('|').map((title) => [title.trim(), column as Column] as const)
    )
);

const titleOf = (cell: string) =>
    columnsByTitle.get(
        cell
            .toLowerCase()
            .normalize('NFC')
            .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
            .trim()
    );

/** The places of the columns; undefined where these cells are no header. */
function headerIn(cells: readonly string[]) {
    const titles = cells.map(titleOf);
    const isInParts = titles.includes('first') || titles.includes('last');
    const places = {
        email: titles.indexOf('email'),
        name: titles.includes('name') || isInParts ? titles.indexOf('name') : titles.indexOf('person'),
        first: titles.indexOf('first'),
        last: titles.indexOf('last')
    };
    const hasName = places.name >= 0 || places.first >= 0 || places.last >= 0;
    return { places, hasName, isWhole: hasName && places.email >= 0 };
}

const delimiters = [';', '\t', ','];

/** A table of the longest list with 200 columns. */
const mostCells = 200 * longestList;

/** How far down a header is looked for: above it stand titles and notes. */
const mostAbove = 12;

/** Returns the people in a text. Refuses: invalid_field where it is too large, or has a header without the columns. */
export async function peopleIn(written: string): Promise<People> {
    const text = withoutMarks(written).replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
    const [, named] = /^\s*sep=(.)[ \t]*\n/i.exec(text) ?? [];
    const body = named === undefined ? text : text.slice(text.indexOf('\n') + 1);
    const delimiter = named ?? delimiterOf(body);
    if (body.split(delimiter ?? ',').length + body.split('\n').length > mostCells)
        throw unreadable(
            `A table can have up to ${mostCells} cells. Remove columns other than name and email.`
        );
    if (delimiter === undefined) return { people: withoutHeader(body), unread: [] };
    const records = await recordsIn(body, delimiter);
    const at = records.slice(0, mostAbove).findIndex((cells) => headerIn(cells).isWhole);
    if (at >= 0) {
        const { people, unread } = underHeader(records.slice(at));
        const above = records.slice(0, at).map((cells) => cells.join(delimiter));
        return {
            people: [...withoutHeader(above.filter((line) => line.includes('@')).join('\n')), ...people],
            unread
        };
    }
    const first = headerIn(records[0] ?? []);
    if (first.hasName || first.places.email >= 0) throw missingColumn(records[0] ?? []);
    return { people: withoutHeader(body), unread: [] };
}

const longestHeader = 5000;

/** The one by which the first lines have a header; undefined where none has. */
function delimiterOf(text: string) {
    const lines = text
        .split('\n', 10 * mostAbove)
        .filter((line) => line.trim() !== '')
        .slice(0, mostAbove);
    const isHeader = (line: string, one: string) =>
        headerIn(split(line.slice(0, longestHeader), one)).isWhole;
    const whole = delimiters.find((one) => lines.some((line) => isHeader(line, one)));
    const [first = ''] = lines;
    const partly = delimiters.find((one) =>
        split(first.slice(0, longestHeader), one).some((cell) => titleOf(cell) !== undefined)
    );
    return whole ?? partly;
}

/** The cells of a line; a separator in quotes separates nothing. */
function split(line: string, delimiter: string) {
    const cells: string[] = [];
    let [from, isQuoted] = [0, false];
    for (let at = 0; at < line.length; at += 1) {
        if (line[at] === '"') isQuoted = !isQuoted;
        if (line[at] !== delimiter || isQuoted) continue;
        cells.push(line.slice(from, at));
        from = at + 1;
    }
    return [...cells, line.slice(from)].map((cell) => cell.replaceAll('"', ''));
}

/** A quote that is never closed would swallow the rows after it: then quotes are letters. */
async function recordsIn(text: string, delimiter: string) {
    const filled = (records: Awaited<ReturnType<typeof recordsOf>>) =>
        records.map(({ row }) => row).filter((row) => row.some((cell) => cell.trim() !== ''));
    try {
        const records = filled(await recordsOf(text, delimiter, 'loose'));
        const width = records[0]?.length ?? 1;
        if (!records.some((row) => row.some((cell) => holdsRow(cell, delimiter, width)))) return records;
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
    }
    return filled(await recordsOf(text, delimiter, 'letters'));
}

const holdsRow = (cell: string, delimiter: string, width: number) =>
    cell
        .split('\n')
        .slice(1)
        .some((line) => line.includes('@') && line.split(delimiter).length >= width);

function missingColumn(cells: readonly string[]) {
    const { places } = headerIn(cells);
    const known = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const shown = known.slice(0, 20).map((cell) => `“${cell.slice(0, 60)}”`);
    const says = `The header row has no column “${places.email < 0 ? 'email' : 'name'}”.`;
    return unreadable(`${says} It has ${shown.join(', ')}. Rename the right one.`);
}

function underHeader([header = [], ...rows]: readonly string[][]): People {
    const { places } = headerIn(header);
    const read: readonly number[] = Object.values(places);
    return {
        people: rows.map((cells) => ({
            ...personOf(cells, places),
            ...(isWider(cells, header) && {
                wrong: {
                    field: 'name',
                    says: `This row has ${cells.length} cells, but the header has ${header.length}. Check the name.`
                } as const
            })
        })),
        unread: header.map((cell) => cell.trim()).filter((cell, at) => cell !== '' && !read.includes(at))
    };
}

/** In a row of more cells than the header a name may be in two of them. */
const isWider = (cells: readonly string[], header: readonly string[]) =>
    cells.slice(header.length).some((cell) => cell.trim() !== '');

/** A first name beside a column "name" is the rest of it, as in German lists. */
function personOf(cells: readonly string[], places: ReturnType<typeof headerIn>['places']): Candidate {
    const cell = (place: number) => cells[place]?.trim() ?? '';
    const [whole, first, last] = [cell(places.name), cell(places.first), cell(places.last)];
    const parts = last === '' && whole !== '' ? [first, whole] : [first, last];
    const joined = parts.filter((part) => part !== '').join(' ');
    const isWhole = whole !== '' && (last !== '' || first === '' || whole.split(/\s+/).includes(first));
    const [inBrackets] = recipientsIn(cell(places.email));
    return { name: isWhole ? whole : joined, email: inBrackets?.email ?? cell(places.email) };
}

/** One person in a line, or all that an email program writes for its recipients. */
function withoutHeader(text: string): Candidate[] {
    return text
        .split('\n')
        .filter((line) => line.replaceAll(/[\s;,"]/g, '') !== '')
        .flatMap((line) => {
            const recipients = recipientsIn(line);
            return recipients.length > 0 ? recipients : peopleOfLine(line);
        });
}

const recipient = /<\s{0,9}([^<>\s@]{1,200}@[^<>\s@]{1,255})\s{0,9}>/g;

/** `Ada Example <ada@example.com>; "Example, Bea" <bea@example.com>`, with addresses alone between them. */
function recipientsIn(line: string): Candidate[] {
    let from = 0;
    const found = Array.from(line.matchAll(recipient), ({ index, 0: whole, 1: email = '' }) => {
        const parts = line.slice(from, index).split(';');
        from = index + whole.length;
        const name = parts.pop() ?? '';
        const pieces = name.split(',');
        const at = pieces.findLastIndex((piece) => piece.includes('@'));
        const alone = [...parts, pieces.slice(0, at + 1).join(',')].flatMap(aloneIn);
        return [...alone, { name: inOrder(pieces.slice(at + 1).join(',')), email }];
    });
    return found.length === 0 ? [] : [...found.flat(), ...aloneIn(line.slice(from))];
}

/** What stands between recipients: addresses, and names without one, which are to be corrected. */
function aloneIn(text: string): Candidate[] {
    const parts = text.split(/[,\s]+/).filter((part) => part !== '');
    const addresses = parts.filter((part) => part.includes('@'));
    if (addresses.length > 0) return addresses.map((email) => ({ name: '', email }));
    return parts.length > 0 ? [{ name: text.trim(), email: '' }] : [];
}

/** "Stone, Ada" is Ada Stone; what follows a whole name, such as a degree, stays. */
function inOrder(written: string) {
    const name = written.replace(/^[\s;,"']+/, '').trim();
    const bare = (/["']$/.test(name) ? name.slice(0, -1) : name).trim();
    const [last = '', first = '', ...more] = bare.split(',').map((part) => part.trim());
    const isFamily = /^(?:(?:van|von|de|der|den|da|di|del|la|le|el|al|bin|ter|zu) )*\S+$/i.test(last);
    return isFamily && more.length === 0 && /^\p{L}[^.\d]*$/u.test(first) && !titles.test(first)
        ? `${first} ${last}`
        : bare;
}

const titles = /^(?:md|phd|msc|bsc|mba|jr|sr|esq|inc|ltd|gmbh|ag|rn|cpa)$/i;

/** A row without a header: a cell with an @ is an address, and those before it, or else after it, are the name. */
function peopleOfLine(line: string): Candidate[] {
    const separator = delimiters.find((one) => split(line, one).length > 1) ?? ',';
    const cells = split(line, separator).map((cell) => cell.trim());
    const places = [...cells.keys()].filter((at) => cells[at]?.includes('@'));
    if (places.length === 0) return [{ name: cells[0] ?? '', email: cells[1] ?? '' }];
    const nameIn = (some: readonly string[]) =>
        some.filter((cell) => cell !== '' && !/[\d@]/.test(cell)).join(' ');
    const isFirst = cells.findIndex((cell) => cell !== '') === places[0];
    return places.map((place, n) => {
        const before = cells.slice(n === 0 ? 0 : (places[n - 1] ?? 0) + 1, place);
        const after = cells.slice(place + 1, places[n + 1]);
        return { name: nameIn(isFirst ? after : before), email: cells[place] ?? '' };
    });
}
