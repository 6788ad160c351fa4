// The docs name files and anchors that exist, and their map leads to every page.
import { existsSync, globSync, readFileSync } from 'node:fs';
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

test('the map of the documentation links every page', (t) => {
    const linked = new Set([...namedIn('docs/index.md'), ...namedIn('docs/contribute/decisions/index.md')]);
    t.deepEqual(
        papers.filter((paper) => paper !== 'docs/index.md' && !linked.has(paper)),
        []
    );
});
