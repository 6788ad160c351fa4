// What the papers say of the repository: files exist, and rows and promises are in their table.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');

const papers = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

test('every file and page named in the documentation exists', (t) => {
    t.true(papers.length > 12);
    const named = papers.flatMap((paper) => [...namedIn(paper)].map((path) => ({ paper, path })));
    t.true(named.length > 60);
    t.deepEqual(
        named.filter(({ path }) => !existsSync(join(root, path))),
        []
    );
});

/** The targets of its links and pictures, and the files and folders of the product that it names as code. */
function* namedIn(paper: string) {
    const text = readFileSync(join(root, paper), 'utf8');
    for (const [, link = ''] of text.matchAll(/(?:\]\(|\bsrc(?:set)?=")([^)"#]+)/g))
        if (!link.includes(':')) yield join(dirname(paper), link);
    for (const [, path = ''] of text.matchAll(/`((?:\.ci|bench|cli|db|docs|jobs|plugins|test)\/[\w./-]+)`/g))
        yield path;
}

test('the first screen of the README has the commands to run and to test', (t) => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const lines = readme.split('\n');
    t.true(lines.length <= 121);
    const firstScreen = lines.slice(0, 25).join('\n');
    const blocks = (text: string) =>
        Array.from(text.matchAll(/^```sh\n(.*?)\n```$/gms), ([, commands]) => commands);
    const [start, docker = '', ...others] = blocks(firstScreen);
    t.is(start, 'npm ci && npm start');
    t.regex(docker, /^docker build .* && docker run [^\n]*$/);
    t.deepEqual(others, ['npm ci && npm test']);
    t.is(blocks(readme).length, 3, 'guide.test.ts runs no command of the README');
});

test('the pictures of the README are below 120 KB each', (t) => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const pictures = Array.from(readme.matchAll(/\b(?:src|srcset)="([^"]+)"/g), ([, path = '']) => path);
    t.deepEqual(pictures, ['docs/review-dark.png', 'docs/review-light.png']);
    for (const path of pictures) t.true(statSync(join(root, path)).size < 120_000, path);
});

test('the map of the documentation links every page', (t) => {
    const linked = new Set(namedIn('docs/index.md'));
    t.deepEqual(
        papers.filter((paper) => paper !== 'docs/index.md' && !linked.has(paper)),
        []
    );
});

const hostileRows = 92;

/** The ids in brackets at the end of titles, and those that comments name. */
function* citedIn(text: string) {
    for (const [, ids = ''] of text.matchAll(/ \[(P?\d+(?:, P?\d+)*)\]['"`],/g)) yield* ids.split(', ');
    for (const [, row, promise = ''] of text.matchAll(/\b(?:rows? (\d+)|(P\d+)(?=:| as ))/g))
        yield row ?? promise;
}

test('every row and promise that a test cites is listed in docs/promises.md', (t) => {
    const promises = readFileSync(join(root, 'docs/promises.md'), 'utf8');
    const ids = new Set(Array.from(promises.matchAll(/^\| (P?\d+) \|/gm), ([, id]) => id));
    for (let row = 1; row <= hostileRows; row += 1) t.true(ids.has(String(row)), `row ${row}`);
    const tests = globSync('test/**/*.ts', { cwd: root }).map((file) =>
        readFileSync(join(root, file), 'utf8')
    );
    const cited = tests.flatMap((text) => [...citedIn(text)]);
    t.true(cited.length > 200);
    t.deepEqual(
        cited.filter((id) => !ids.has(id)),
        []
    );
});
