// docs/reference/api.md says what the document says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';
import { apiGuide } from './api-guide.ts';
import { root } from './asvs.ts';

test('the API guide lists every operation of the document for programs, and is current', async (t) => {
    const { server, app } = await createTestApp(t);
    const page = readFileSync(join(root, 'docs/reference/api.md'), 'utf8');
    const { paths } = JSON.parse((await server.inject('/openapi.json')).payload) as {
        paths: Record<string, Record<string, { tags: string[] }>>;
    };
    for (const [path, methods] of Object.entries(paths))
        for (const [method, { tags }] of Object.entries(methods))
            t.is(
                !tags.includes('page'),
                page.includes(`| \`${method.toUpperCase()} ${path}\` |`),
                `${method} ${path}`
            );
    t.true(page.split('\n').length < 600);
    t.true(page === apiGuide(server, app.config), 'docs/reference/api.md is not current: run npm run write');
});
