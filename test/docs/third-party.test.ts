// docs/third-party.md lists what the lock file and the vendor folder contain.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from './asvs.ts';
import { thirdParty } from './third-party.ts';

const page = readFileSync(join(root, 'docs/third-party.md'), 'utf8');

test('the page of third-party software is current', (t) => {
    t.true(page === thirdParty(), 'docs/third-party.md is not current: run npm run write');
});

test('the page lists every dependency of production, and no tool of development', (t) => {
    const { dependencies, devDependencies } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8')
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    for (const [name, version] of Object.entries(dependencies))
        t.true(page.includes(`| ${name} | ${version} | `), name);
    for (const name of ['ava', 'knip', 'playwright-core']) {
        t.true(name in devDependencies);
        t.false(page.includes(`| ${name} |`), name);
    }
});

test('every licence text in the vendor folder is on the page', (t) => {
    const texts = readdirSync(join(root, 'plugins/surfaces/public/vendor')).filter((name) =>
        name.includes('LICENSE')
    );
    t.is(texts.length, 2);
    for (const name of texts) t.true(page.includes(`plugins/surfaces/public/vendor/${name}`), name);
});
