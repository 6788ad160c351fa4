// What commands print for people: tables with aligned columns, and records of one line per field.

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the text of a result. With `columns` its list is a table of these fields, below its other fields; without a list a
 * record. A result with nested parts that are not a table is JSON.
 */
export function textOf(result: object, columns: readonly string[] = []) {
    const fields = Object.entries(result);
    const list = columns.length > 0 ? (fields.find(hasRows) ?? fields.find(isList)) : undefined;
    const others = fields.filter((field) => field !== list);
    if (!list && others.some(([, value]) => isDeep(value))) return JSON.stringify(result, null, 2);
    const rows = (list?.[1] ?? []) as Fields[];
    const record = others.filter(([name, value]) => !(name === 'total' && value === rows.length));
    return [...(record.length > 0 ? [recordOf(record)] : []), ...(list ? [tableOf(rows, columns)] : [])].join(
        '\n\n'
    );
}

const isList = ([, value]: [string, unknown]) => Array.isArray(value);
const hasRows = ([, value]: [string, unknown]) => Array.isArray(value) && isObject(value[0]);

/** A field, or the field of each part for `labels.level`. A time that is a number becomes one that people can read. */
function valueAt(row: Fields, column: string) {
    const value = column
        .split('.')
        .reduce<unknown>(
            (part, name) =>
                Array.isArray(part) ? part.map((one: Fields) => one[name]) : (part as Fields)[name],
            row
        );
    return column.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isDeep = (value: unknown) => isObject(value) && Object.values(value).some(isObject);

function recordOf(fields: readonly (readonly [string, unknown])[]) {
    const width = Math.max(...fields.map(([name]) => lengthOf(wordsOf(name))));
    const indent = `\n${' '.repeat(width + 2)}`;
    const shown = (value: unknown) =>
        isDeep(value)
            ? JSON.stringify(value, null, 2).split('\n')
            : textOfValue(value).split('\n').map(printable);
    return fields
        .map(([name, value]) => `${padded(wordsOf(name), width)}  ${shown(value).join(indent)}`)
        .join('\n');
}

const mostShown = 48;
const mostShownLast = 500; // a problem ends with what to do

function tableOf(rows: readonly Fields[], columns: readonly string[]) {
    if (rows.length === 0) return 'None.';
    const cells = rows.map((row) =>
        columns.map((column, i) =>
            cut(
                printable(textOfValue(valueAt(row, column))),
                i === columns.length - 1 ? mostShownLast : mostShown
            )
        )
    );
    const lines = [columns.map((column) => wordsOf(column.replace(/^.*\./, '')).toUpperCase()), ...cells];
    const widths = columns.map((_, i) => Math.max(...lines.map((line) => lengthOf(line[i] ?? ''))));
    return lines
        .map((line) =>
            line
                .map((cell, i) => padded(cell, widths[i] ?? 0))
                .join('  ')
                .trimEnd()
        )
        .join('\n');
}

/** `createdAt` and `created_at` as words. */
const wordsOf = (name: string) => name.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function textOfValue(value: unknown): string {
    if (value === null || value === undefined || value === '') return '-';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOfValue).join(', ');
    if (isObject(value))
        return Object.entries(value)
            .map(([name, part]) => `${wordsOf(name)} ${textOfValue(part)}`)
            .join(', ');
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return isoTime.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 19)}Z` : text;
}

/** The subject of an email or a name must not be able to control the terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ');

function cut(text: string, most: number) {
    const signs = Array.from(text);
    return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : text;
}

const lengthOf = (text: string) => Array.from(text).length;
const padded = (text: string, width: number) => text + ' '.repeat(width - lengthOf(text));
