// The docs name files, anchors, rows and promises that exist, and follow the rules of a page.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { testFiles } from './support/runs/files.ts';

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

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string) {
    const prose = text.replaceAll(/^```.*?^```$/gms, '');
    return Array.from(prose.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
        heading
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
            .replaceAll(' ', '-')
    );
}

test('every anchor that a page links to is a heading of its target', (t) => {
    const links = papers.flatMap((paper) =>
        Array.from(
            readFileSync(join(root, paper), 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g),
            ([, file = '', anchor = '']) => ({
                paper,
                target: file === '' ? paper : join(dirname(paper), file),
                anchor
            })
        )
    );
    t.true(links.length > 10);
    t.deepEqual(
        links.filter(
            ({ target, anchor }) => !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor)
        ),
        []
    );
});

/** What has moved: its old address, and the links to the new one. */
const moved = Array.from(
    readFileSync(join(root, 'docs/moved.md'), 'utf8').matchAll(/^\| (`.*?) \| \[.*?\]\((.+?)\) \|$/gm),
    ([, old = '', link = '']) => ({ old: /`([^`]+)`/.exec(old)?.[1] ?? '', link })
);

test('every old address leads to a page that is there, and no old page is left', (t) => {
    t.true(moved.length > 45);
    for (const { old, link } of moved) {
        t.true(existsSync(join(root, 'docs', link.replace(/#.*/, ''))), link);
        t.false(existsSync(join(root, 'docs', old)) && old !== 'README.md', old);
    }
});

const kinds = {
    tutorial: /^For .+\. Tutorial: /,
    'how-to': /^For .+\. How-to: /,
    operate: /^For .+\. How-to: /,
    reference: /^For .+\. Reference: /,
    explain: /^For .+\. Explanation: /,
    contribute: /^For .+\. (?:How-to|Reference|Explanation): /
};

test('every page names its reader and its kind in its first line', (t) => {
    for (const [folder, pattern] of Object.entries(kinds))
        for (const paper of globSync(`docs/${folder}/**/*.md`, { cwd: root })) {
            const text = readFileSync(join(root, paper), 'utf8');
            const [title = '', , first = ''] = text.split('\n');
            t.regex(title, /^# \S/, paper);
            t.regex(first, pattern, paper);
        }
});

test('every how-to has its conditions, a check and a way out', (t) => {
    const pages = globSync('docs/{how-to,operate}/*.md', { cwd: root });
    t.true(pages.length > 20);
    for (const page of pages)
        for (const heading of ['Before you start', 'Check that it worked', 'If it fails'])
            t.true(
                readFileSync(join(root, page), 'utf8').includes(`\n## ${heading}\n`),
                `${page}: ${heading}`
            );
});

test('the first screen of the README has the commands to run and to test', (t) => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const lines = readme.split('\n');
    const firstScreen = lines.slice(0, 25).join('\n');
    const blocks = (text: string) =>
        Array.from(text.matchAll(/^```sh\n(.*?)\n```$/gms), ([, commands]) => commands);
    const [start, docker = '', ...others] = blocks(firstScreen);
    t.is(start, 'npm ci && npm start');
    t.regex(docker, /^docker build .* && docker run [^\n]*$/);
    t.deepEqual(others, ['npm ci && npm test']);
    t.is(blocks(readme).length, 3, 'guide.test.ts runs no command of the README');
});

test('the map of the documentation links every page', (t) => {
    const linked = new Set([...namedIn('docs/index.md'), ...namedIn('docs/contribute/decisions/index.md')]);
    t.deepEqual(
        papers.filter((paper) => paper !== 'docs/index.md' && !linked.has(paper)),
        []
    );
});

/** The ids in brackets at the end of titles, and those that comments name. */
function* citedIn(text: string) {
    for (const [, ids = ''] of text.matchAll(/ \[(P?\d+(?:, P?\d+)*)\]['"`],/g)) yield* ids.split(', ');
    for (const [, row, promise = ''] of text.matchAll(/\b(?:rows? (\d+)|(P\d+)(?=:| as ))/g))
        yield row ?? promise;
}

test('every row and promise that a test cites is listed in the docs', (t) => {
    const promises = ['docs/explain/guarantees.md', 'test/docs/hostile-input.md']
        .map((path) => readFileSync(join(root, path), 'utf8'))
        .join('\n');
    const ids = new Set(Array.from(promises.matchAll(/^\| (P?\d+) \|/gm), ([, id]) => id));
    const tests = testFiles('test/**/*.ts').map((file) => readFileSync(join(root, file), 'utf8'));
    const cited = tests.flatMap((text) => [...citedIn(text)]);
    t.true(cited.length > 200);
    t.deepEqual(
        cited.filter((id) => !ids.has(id)),
        []
    );
});
