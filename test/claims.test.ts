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

/** Words that the product no longer uses: each had several meanings, or is not a common word. */
const lost =
    /\banew\b|\bbury|\bburied\b|giveBack|\b[Ii]t stands\b|\bstands? (?:about|below|here)\b|\bstand in\b|be told by\b|<h2>Answers|Other answers/;

test('no page, email, command or OpenAPI text has a word that was replaced', (t) => {
    const texts = files('plugins/**/*.ts', 'jobs/mail/*.ts', 'cli/**/*.ts', 'words/**/*.{json,ts}');
    t.true(texts.length > 300);
    for (const path of texts) t.notRegex(spoken(path), lost, path);
});

test('the pattern of replaced words finds them in texts, and finds nothing in correct texts', (t) => {
    for (const text of [
        'It stands in the history.',
        'Everybody logs in anew.',
        'figures that nobody can be told by'
    ])
        t.regex(text, lost);
    for (const text of ['An outstanding answer.', 'What you told us.', 'Answers']) t.notRegex(text, lost);
});
