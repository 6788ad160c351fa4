// The recipes of adding-a-feature.md: the files of a row contain what it names in backticks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

interface Row {
    recipe: string;
    files: string[];
    code: string[];
}

const recipes = read('docs/contribute/adding-a-feature.md')
    .split(/^## /m)
    .filter((section) => section.startsWith('Add a '));

const rows: Row[] = recipes.flatMap((section) =>
    Array.from(section.matchAll(/^\| (`.*?) \| (.*) \|$/gm), ([, files = '', what = '']) => ({
        recipe: section.slice(0, section.indexOf('\n')),
        files: codeIn(files),
        code: codeIn(what)
    }))
);

function codeIn(text: string) {
    return Array.from(text.matchAll(/`` (.+?) ``|`([^`]+)`/g), ([, twice, once]) => twice ?? once ?? '');
}

const isPath = (code: string) => /^[\w.-]+\/[\w./-]*$/.test(code);

/** The names in a piece of code, and its quoted texts with their quotes. */
const symbolsIn = (code: string) => code.match(/'[^']+'|"[^"]+"|[\w$]+/g) ?? [];

/** Those that a file does not contain as a whole word. */
function missingIn(path: string, symbols: readonly string[]) {
    const text = read(path);
    const words = new Set(text.match(/[\w$]+/g));
    return symbols.filter((symbol) => !(/^['"]/.test(symbol) ? text.includes(symbol) : words.has(symbol)));
}

test('every file and folder of a recipe exists', (t) => {
    t.is(recipes.length, 8);
    t.deepEqual(
        recipes.filter((recipe) => !rows.some((row) => recipe.startsWith(row.recipe))),
        [],
        'recipes without a table'
    );
    t.true(rows.length > 45);
    for (const { recipe, files } of rows)
        for (const file of files) t.true(existsSync(join(root, file)), `${recipe}: ${file}`);
});

test('every symbol that a recipe names exists in its file, and its commands exist', (t) => {
    for (const { recipe, files, code } of rows)
        for (const one of code) {
            const [, script] = /^npm run (?:-s )?(\S+)$/.exec(one) ?? [];
            if (script) t.true(script in scripts, one);
            else if (isPath(one)) t.true(existsSync(join(root, one)), one);
            else
                for (const file of files)
                    t.deepEqual(missingIn(file, symbolsIn(one)), [], `${recipe}: ${file}`);
        }
});

test('a symbol that has moved to another file is found missing', (t) => {
    t.deepEqual(missingIn('plugins/support/jobs.ts', symbolsIn("taskLabels[catalogue]('no-such-task')")), [
        'taskLabels',
        "'no-such-task'"
    ]);
});
