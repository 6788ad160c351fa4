// What is said of a module that cannot be loaded.
import test from 'ava';
import { lineOf } from '../../db/installation/libraries.ts';

const failed = (message: string, code?: string) => lineOf(Object.assign(new Error(message), { code }));

test('a module that cannot be loaded is one line, with its file or library and what to do', (t) => {
    const damaged = failed('/p/sqlite.node: cannot read file data', 'ERR_DLOPEN_FAILED');
    t.regex(damaged, /^\/p\/sqlite\.node: cannot read file data\. Run "npm ci" again[^\n]*scripts\.$/);
    const gone = failed(
        "Cannot find module '/p/sqlite.node'\nRequire stack:\n- /p/index.js",
        'MODULE_NOT_FOUND'
    );
    t.regex(gone, /^Cannot find module '\/p\/sqlite\.node'\. Run "npm ci"[^\n]*$/);
    const lacking = failed(
        'Could not load the "sharp" module\nlibstdc++.so.6: cannot open shared object file: No such file.\nPossible solutions:\n- a'
    );
    t.regex(
        lacking,
        /: No such file\. Run "npm ci"[^\n]* install [^\n]*\(libstdc\+\+6 on Debian and Ubuntu\)\.$/
    );
});

test('every other error stays what it is', (t) => {
    t.is(failed('a\nb', 'ENOENT'), 'a\nb');
    t.is(failed('HTTP 500: Could not load the page', 'E'), 'HTTP 500: Could not load the page');
    for (const thrown of ['text', undefined, null]) t.is(lineOf(thrown), String(thrown));
});
