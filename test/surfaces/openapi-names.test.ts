// What linters and generators of clients need of /openapi.json, and what its readers: names, types, who gets in.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ask } from '../support/people/roles.ts';
import { type Schema } from '../support/servers/json-schema.ts';
import { withoutNames } from '../support/servers/openapi-contract.ts';
import { createTestApp } from '../support/servers/test-app.ts';

interface Parameter {
    name: string;
    in: string;
    schema: Schema;
}

interface Operation {
    operationId: string;
    summary: string;
    description: string;
    tags: string[];
    security?: object[];
    parameters?: Parameter[];
}

interface Document {
    security: object[];
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, unknown>>;
}

async function operationsOf(t: ExecutionContext) {
    const { server } = await createTestApp(t);
    const document = withoutNames((await ask(server, { url: '/openapi.json' })).body as Document);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
            at: `${method} ${path}`,
            ...operation,
            security: operation.security ?? document.security // what holds for all that say nothing else
        }))
    );
    return { document, operations };
}

test('each operation has a name of its own, a title, a description and a tag that is explained', async (t) => {
    const { document, operations } = await operationsOf(t);
    const explained = document.tags.map(({ name }) => name);
    for (const { at, operationId, summary, description, tags } of operations) {
        t.regex(operationId, /^[a-z][A-Za-z_]+$/, at);
        t.regex(summary, /^[A-Z].*[^.]$/, at);
        t.regex(description, /^[A-Z].*[.]$/s, at);
        t.is(tags.length, 1, at);
        t.true(explained.includes(tags[0] ?? ''), at);
    }
    t.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    t.is(operations.find(({ at }) => at === 'get /rest/svc/v1/sages')?.operationId, 'listSages');
    t.is(operations.find(({ at }) => at === 'post /tools/task_get')?.operationId, 'task_get');
});

test('each operation documents who has access, and open ones document no login', async (t) => {
    const { operations } = await operationsOf(t);
    const open = operations.filter(({ security }) => security.length === 0).map(({ at }) => at);
    t.true(operations.every(({ security }) => Array.isArray(security)));
    t.true(open.includes('get /healthz') && open.includes('post /rest/svc/v1/login'));
    const guarded = open.filter((at) => /\/admin\/| \/(pl|tools)\//.test(at));
    t.deepEqual(
        guarded.map((at) => at.replace(/.*\//, '')),
        ['svc_request_password_reset', 'svc_reset_password']
    );
});

test('pages and ids are integers, in queries and in paths', async (t) => {
    const { operations } = await operationsOf(t);
    const parameters = operations.flatMap(({ at, parameters = [] }) =>
        parameters.map((parameter) => ({ ...parameter, at }))
    );
    const schemasOf = (name: string) => parameters.filter((one) => one.name === name);
    t.true(schemasOf('page').length > 10);
    for (const { schema, at } of [...schemasOf('page'), ...schemasOf('per_page'), ...schemasOf('version')])
        t.is(schema['type'], 'integer', at);
    for (const { schema, at } of schemasOf('id').filter(({ at }) =>
        / \/(avatars|rest.*(deals|intake|splash|pages))\//.test(at)
    ))
        t.is(schema['type'], 'integer', at);
    for (const { schema, at } of schemasOf('id').filter(({ at }) => at.includes('/sages/{id}')))
        t.is((schema['anyOf'] as Schema[] | undefined)?.[0]?.['type'], 'integer', at);
});

/** Every part of a document, with its place. */
function* partsOf(node: unknown, place = ''): Generator<[string, Schema]> {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node)) yield [place, node as Schema];
    for (const [key, part] of Object.entries(node)) yield* partsOf(part, `${place}/${key}`);
}

test('each list declares its items, and no choice has a single option', async (t) => {
    const { document } = await operationsOf(t);
    for (const [place, part] of partsOf(document.paths)) {
        if (part['type'] === 'array') t.true('items' in part || 'prefixItems' in part, place);
        for (const choices of [part['anyOf'], part['oneOf']])
            if (Array.isArray(choices)) t.true(choices.length > 1, place);
    }
});

const root = join(import.meta.dirname, '../..');

/** Where the paths of a page may begin: it says so above its tables. */
const above = ['', '/pl', '/rest/svc/v1', '/rest/svc/v1/admin'];

test('the guide names paths as the document does', async (t) => {
    const { document } = await operationsOf(t);
    const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
    const named = pages.flatMap((page) =>
        Array.from(
            readFileSync(join(root, page), 'utf8').matchAll(/`(GET|POST|PUT|PATCH) (\/[^`?]*)(?:\?[^`]*)?`/g),
            ([, method = '', path = '']) => ({ page, method: method.toLowerCase(), path })
        )
    );
    t.true(named.length > 30);
    const isThere = ({ method, path }: (typeof named)[number]) =>
        above.some((start) => document.paths[start + path]?.[method]);
    t.deepEqual(
        named.filter((one) => !isThere(one)),
        []
    );
});
