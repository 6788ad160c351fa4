// Tables as text: the one place that reads and writes CSV. Callers validate the rows.
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Parser } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { Refusal } from '../../../../db/store/refusal.ts';

/** A value, and the line of the file where it starts. */
export interface Placed<Row> {
    line: number;
    row: Row;
}

const utf8 = new TextDecoder('utf-8', { fatal: true }); // it skips the byte order mark of spreadsheets

/** Returns the text of a file. Refuses: invalid_field where it is not in UTF-8. */
export function textOfFile(bytes: Uint8Array) {
    try {
        return utf8.decode(bytes);
    } catch (error) {
        if (error instanceof TypeError) throw new Refusal('invalid_field', 'The file is not in UTF-8.');
        throw error;
    }
}

interface WithInfo {
    record: string[];
    info: { lines: number };
}

/** How strictly a table is read: with quotes that are not doubled, as spreadsheets copy them, or with quotes as letters. */
type Quotes = 'strict' | 'loose' | 'letters';

/** Returns the records of a table, its header first. Refuses: invalid_field, naming the line that cannot be read. */
export async function recordsOf(
    text: string,
    delimiter = ',',
    quotes: Quotes = 'strict'
): Promise<Placed<string[]>[]> {
    const { parse, CsvError } = await import('csv-parse');
    const lenient = { strict: {}, loose: { relax_quotes: true }, letters: { quote: false } } as const;
    try {
        const parser = parse({
            delimiter,
            info: true,
            relax_column_count: true,
            skip_empty_lines: true,
            ...lenient[quotes]
        });
        return placed(await parsedInTurns(parser, text));
    } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        const [problem = ''] = error.message.split(':', 1); // what follows is from the file
        throw new Refusal('invalid_field', `line ${String(error['lines'])}: ${problem}.`);
    }
}

const piece = 8 * 1024;

/** A megabyte takes a quarter of a second: others have their turn after each piece. */
async function parsedInTurns(parser: Parser, text: string) {
    const parsed: WithInfo[] = [];
    await pipeline(piecesOf(Buffer.from(text)), parser, async (records: AsyncIterable<WithInfo>) => {
        for await (const one of records) parsed.push(one);
    });
    return parsed;
}

async function* piecesOf(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += piece) {
        yield bytes.subarray(at, at + piece);
        await nextTurn();
    }
}

/** The parser reports the line where a record ends, and counts a quoted line break of two characters twice. */
function placed(parsed: WithInfo[]): Placed<string[]>[] {
    let doubled = 0;
    return parsed.map(({ record, info }) => {
        const text = record.join('');
        doubled += text.split('\r').length - 1;
        return { line: info.lines - doubled - (text.split('\n').length - 1), row: record };
    });
}

/** What starts a formula, also after characters that separate cells for other programs. */
const innerFormula = (separators: string) =>
    new RegExp(`([${separators}|\\t\\r\\n][\\s"]*)([=+\\-@＝＋－＠]?)`, 'g');
const withoutInner = (_: string, before: string, sign: string) => (sign ? `${before}'${sign}` : before);

/** How tables are written for the spreadsheets of most countries, and of those with a decimal comma. */
const formats = {
    comma: { delimiter: ',', formulas: innerFormula(';'), number: String },
    semicolon: {
        delimiter: ';',
        formulas: innerFormula(','),
        number: (value: number) => String(value).replace('.', ',')
    }
};

/**
 * Writes a table, or a later part of one, in which no cell is taken for a formula: RFC 4180, with a byte order mark, by which
 * spreadsheets recognise UTF-8.
 */
export function csvOf(
    rows: readonly object[],
    columns: readonly string[],
    { separator, isFirst = true }: { separator: keyof typeof formats; isFirst?: boolean }
) {
    const { delimiter, formulas, number } = formats[separator];
    return stringify([...rows], {
        delimiter,
        escape_formulas: true,
        record_delimiter: 'windows',
        cast: { string: (cell) => cell.replaceAll(formulas, withoutInner), number },
        columns: [...columns],
        bom: isFirst,
        header: isFirst
    });
}
