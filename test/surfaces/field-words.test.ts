// The message that callers get about a bad field, for every field of every route.
import type { Server } from '@hapi/hapi';
import test from 'ava';
import Joi from 'joi';
import { Refusal } from '../../db/store/refusal.ts';
import { validated } from '../../plugins/surfaces/http/fields.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const schemasOf = (server: Server) =>
    server.table().flatMap(({ settings: { app } }) => {
        const { params, query, body } = app?.docs ?? {};
        return [params, query, body, app?.action?.schema, app?.tool?.input].filter(
            (one) => one !== undefined
        );
    });

const odd = [
    '',
    ' ',
    'x',
    'x'.repeat(100_000),
    '0',
    '-1',
    '1e3',
    '501',
    '99999999',
    '9007199254740993',
    '9'.repeat(40),
    '2026-99-99T99:99:99Z',
    'https://example.org/',
    'javascript:x',
    0,
    -1,
    1.5,
    2 ** 60,
    true,
    null,
    [],
    ['x', 'x'],
    {},
    { id: 'x' }
];

function wordsFor(schema: Joi.ObjectSchema, body: object, convert: boolean) {
    try {
        validated(schema, body, { convert });
        return '';
    } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
    }
}

test('any error in a field is reported in our words, never in those of the library', async (t) => {
    const { server } = await createTestApp(t);
    let refused = 0;
    for (const schema of schemasOf(server)) {
        for (const field of Object.keys(schema.describe()['keys'] ?? {})) {
            const alone = Joi.object({ [field]: schema.extract(field) }); // the others would be missing first
            for (const value of odd) {
                const both = [true, false].map((convert) => wordsFor(alone, { [field]: value }, convert));
                for (const said of both) t.notRegex(said, /Error code|not defined|custom type/, field);
                refused += both.filter((said) => said.startsWith(field)).length;
            }
        }
    }
    t.true(refused > 1000, `${refused}`);
});

test('a number over its limit is reported with the field and the limit', async (t) => {
    const { as } = await createTestApp(t);
    const author = await as('author');
    const { statusCode, body } = await author.get('/screens?per_page=500');
    t.is(statusCode, 400);
    t.is(body.data.message, 'per_page must be at most 200.');
    const { body: far } = await author.get('/screens?page=9999999');
    t.is(far.data.message, 'page must be at most 1000000.');
});
