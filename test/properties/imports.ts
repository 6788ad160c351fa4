import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import type Joi from 'joi';
import { rowReader, rowsOf } from '../../cli/row-files.ts';
import { pageRow } from '../../plugins/agents/content-pages/pages.ts';
import { taskRow } from '../../plugins/agents/task-links/body.ts';
import { goldRow } from '../../plugins/gold/rows.ts';
import { recordsOf } from '../../plugins/surfaces/http/bodies/csv.ts';
import { plainText, property, textOf, unlessRefused } from './property.ts';

const delimiter = fc.constantFrom(',', ';', '\t');
/** Not empty, and not what a spreadsheet would take for white space or for its mark at the beginning. */
const line = fc
    .oneof(plainText, textOf('ab,;"\t \'='))
    .map((text) => `x${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')}x`);
const cell = fc.oneof(
    line,
    textOf('ab,;"\t\n x').map((text) => `x${text}`),
    fc.constant('two\r\nlines')
);
const records = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }));

const breaks = (text: string) => text.split('\n').length - 1;

/** Of each kind of file: rows of it, and its schema. */
const kinds: { schema: Joi.ObjectSchema; row: fc.Arbitrary<Record<string, unknown>> }[] = [
    {
        schema: taskRow,
        row: fc.record({ crm_id: line, title: line, status: line }, { requiredKeys: ['crm_id'] })
    },
    {
        schema: pageRow,
        row: fc.record(
            {
                id: fc.integer({ min: 1, max: 1e9 }),
                title: line,
                slug: fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,5})?$/),
                content: cell,
                excerpt: cell,
                status: fc.constantFrom('publish', 'draft')
            },
            { requiredKeys: ['id', 'title', 'slug', 'content'] }
        )
    },
    {
        schema: goldRow([{ id: 'one' }, { id: 'two' }]),
        row: fc.record(
            {
                criterion: fc.constantFrom('one', 'two'),
                text: cell,
                level: fc.constantFrom('absent', 'partial', 'strong'),
                by: line,
                blind: fc.constantFrom('true', 'false')
            },
            { requiredKeys: ['criterion', 'text', 'level'] }
        )
    }
];
const file = fc
    .constantFrom(...kinds)
    .chain(({ schema, row }) => fc.tuple(fc.constant(schema), fc.array(row, { minLength: 1, maxLength: 6 })));

function rowsIn(name: string, text: string, schema: Joi.ObjectSchema) {
    const read = rowReader(name);
    assert(read);
    return rowsOf(Buffer.from(text), read, schema);
}

const asCsv = (rows: readonly Record<string, unknown>[]) => {
    const columns = [...new Set(rows.flatMap(Object.keys))];
    return stringify([...rows], { header: true, columns });
};
const asLines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const bare = (rows: readonly { row: object }[]) => rows.map(({ row }) => row);

property(
    'a table is read as it was written, each record with its line',
    fc.tuple(delimiter, records),
    async ([delimiter, of]) => {
        let line = 1;
        const placed = of.map((row) => {
            const one = { line, row };
            line += 1 + breaks(row.join(''));
            return one;
        });
        assert.deepEqual(await recordsOf(stringify(of, { delimiter, quoted: true }), delimiter), placed);
    }
);

property(
    'whatever is in a file of a table, it is read or refused',
    textOf('a,;"\t\r\n ', 30),
    async (text) => {
        await unlessRefused(() => recordsOf(text));
    }
);

property('a file of CSV and one of JSON lines hold the same rows', file, async ([schema, rows]) => {
    const [fromCsv, fromLines] = [
        await rowsIn('a.csv', asCsv(rows), schema),
        await rowsIn('a.jsonl', asLines(rows), schema)
    ];
    assert.deepEqual(bare(fromCsv), bare(fromLines));
    assert.equal(fromCsv.length, rows.length);
});

property(
    'one wrong row spoils its file, and its line is named',
    fc.tuple(file, fc.nat()),
    async ([[schema, rows], at]) => {
        const wrong = at % rows.length;
        const broken = rows.toSpliced(wrong, 1, { ...rows[wrong], nobody_knows: 'this' });
        await assert.rejects(rowsIn('a.jsonl', asLines(broken), schema), {
            message: new RegExp(`^line ${wrong + 1}: `)
        });
    }
);

property(
    'whatever is in a file of rows, it is read or refused',
    fc.tuple(fc.uint8Array({ maxLength: 80 }), fc.boolean()),
    async ([bytes, isCsv]) => {
        const text = Buffer.from(bytes).toString('latin1');
        await unlessRefused(() =>
            rowsIn(isCsv ? 'a.csv' : 'a.jsonl', isCsv ? `crm_id,title\n${text}` : text, taskRow)
        );
    }
);
