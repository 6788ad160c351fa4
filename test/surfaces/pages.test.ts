import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';
import fc from 'fast-check';
import { sha256 } from '../../db/accounts/tokens.ts';
import { html } from '../../plugins/surfaces/pages/layout.ts';

const root = join(import.meta.dirname, '../..');

test('whatever text is put into a page stays text', (t) => {
    fc.assert(
        fc.property(fc.string(), (text) => {
            const { html: shown } = html`<p title="${text}">${text}</p>`;
            t.regex(shown, /^<p title="[^"<>]*">[^<>]*<\/p>$/);
        })
    );
});

test('no text brings NUL into a page, however long it is', (t) => {
    for (const more of ['', 'x'.repeat(40_000)]) t.is(html`${`a\0b${more}`}`.html, `ab${more}`);
});

test('html inside html is not escaped twice, nothing is nothing', (t) => {
    const items = ['a', 'b'].map((text) => html`<li>${text}</li>`);
    t.is(html`<ul>${items}</ul>${undefined}${false}`.html, '<ul><li>a</li><li>b</li></ul>');
});

test('the sheet that is served is that of @picocss/pico 2.1.1, without the pictures that our policy refuses', (t) => {
    const served = readFileSync(join(root, 'plugins/surfaces/public/vendor/pico.classless.css'), 'utf8');
    t.is(sha256(served), '4201ec935889948a52f13153083afe267693819b6b957a935f7f59aa3d7144db'); // css/pico.classless.min.css of the package with none for each url("data:...")
});

test('an address that is no path is a wrong request', async (t) => {
    const { server } = await createTestApp(t);
    for (const url of ['#main', 'http://', 'main']) t.is((await server.inject(url)).statusCode, 400, url);
});
