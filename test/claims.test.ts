// What the product says of its judging is no more than what was measured, and is said in plain words.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');

/** Source without its comments: it contains the texts of pages, emails and the OpenAPI document. */
const spoken = (path: string) =>
    readFileSync(join(root, path), 'utf8').replaceAll(/\/\*.*?\*\/|(?<![:\w])\/\/[^\n]*/gs, '');

const files = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));

test('no page, email, guide or OpenAPI text calls the evaluation proved or fair', (t) => {
    const texts = files(
        'plugins/**/*.ts',
        'jobs/mail/*.ts',
        'README.md',
        'CHANGELOG.md',
        'docs/{tutorial,how-to,reference}/**/*.md',
        'docs/explain/{security,how-evaluation-works}.md'
    );
    t.true(texts.length > 100);
    for (const path of texts) t.notRegex(spoken(path), /\b(proved|proven|fair|fairness|unbiased)\b/i, path);
});

test('a self-test shows no kappa: only answers that people labelled have one', (t) => {
    for (const path of files('jobs/build/**/*.ts', 'plugins/builds/*.ts', 'test/demo/*.ts'))
        t.notRegex(spoken(path), /kappa/i, path);
});
