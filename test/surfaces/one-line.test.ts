// Names and titles are one line: they are used in headers of emails, in lists, in files for spreadsheets and in logs.
import type { Server } from '@hapi/hapi';
import test from 'ava';
import type Joi from 'joi';
import { Refusal } from '../../db/store/refusal.ts';
import { validated } from '../../plugins/surfaces/http/fields.ts';
import { item } from '../support/fixtures/intake.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const bodiesOf = (server: Server) =>
    server.table().flatMap(({ settings: { app } }) => {
        const body = app?.docs?.body ?? app?.action?.schema ?? app?.tool?.input;
        return body ? [body] : [];
    });

/** The fields of a body, those inside its objects too. */
function fieldsOf(schema: Joi.Schema, path: readonly string[] = []): string[][] {
    const inner = Object.keys((schema.describe()['keys'] as object | undefined) ?? {});
    if (inner.length === 0) return [[...path]];
    return inner.flatMap((name) => fieldsOf((schema as Joi.ObjectSchema).extract(name), [...path, name]));
}

const oneLine = /^(.*_)?(name|title|company|cta_text|slug)$|^subtitle$/;
const broken = [
    'Ann\r\nBcc: x',
    'a\nb',
    'a\u2028b',
    'a\u2029b',
    'a\u0085b',
    'a\u0007b',
    'a\tb',
    'a\u001b[31m'
];

const nested = (path: readonly string[], value: string): object =>
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** Whether this value of the field is what is refused. */
function isRefused(schema: Joi.ObjectSchema, path: readonly string[], value: string) {
    const name = path.join('.');
    const alone = schema.fork(
        fieldsOf(schema).map((one) => one.join('.')),
        (field) => field.optional()
    );
    try {
        validated(alone, nested(path, value), { convert: true });
        return false;
    } catch (error) {
        if (error instanceof Refusal) return error.field === name || error.message.startsWith(name);
        throw error;
    }
}

test('every name and title refuses line breaks and control characters, on any route', async (t) => {
    const { server } = await createTestApp(t);
    const seen = new Set<string>();
    for (const schema of bodiesOf(server)) {
        for (const path of fieldsOf(schema).filter((one) => oneLine.test(one.at(-1) ?? ''))) {
            seen.add(path.join('.'));
            for (const value of broken)
                t.true(isRefused(schema, path, value), `${path.join('.')}: ${JSON.stringify(value)}`);
        }
    }
    for (const field of 'display_name contact_name customer_name candidate.name title name slug company'.split(
        ' '
    ))
        t.true(seen.has(field), field);
});

test('a name with several lines is refused with the name of its field, and nothing is saved', async (t) => {
    const testApp = await createTestApp(t);
    const boss = await testApp.as('salesAdmin');
    const { statusCode, body, headers } = await boss.send('POST', '/intake', { ...item, title: 'a\nb' });
    t.deepEqual([statusCode, headers['x-svc-field']], [400, 'title']);
    t.is(body.data.message, 'title must be one line of plain text.');
    t.is((await boss.get('/intake')).body.data.total, 0);
});
