// docs/guide/api.md says what the document says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';
import { apiGuide } from './api-guide.ts';
import { root } from './asvs.ts';

test('the API guide lists every operation of the document, and is current', async (t) => {
    const { server, app } = await createTestApp(t);
    const page = readFileSync(join(root, 'docs/guide/api.md'), 'utf8');
    const { paths } = JSON.parse((await server.inject('/openapi.json')).payload) as {
        paths: Record<string, Record<string, unknown>>;
    };
    for (const [path, methods] of Object.entries(paths))
        for (const method of Object.keys(methods))
            t.true(page.includes(`| \`${method.toUpperCase()} ${path}\` |`), `${method} ${path}`);
    t.true(page.split('\n').length < 600);
    t.true(page === apiGuide(server, app.config), 'docs/guide/api.md is not current: run npm run write');
});
