import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { nodeName } from '../../db/installation/node-name.ts';
import { folderFor } from '../support/runs/folder.ts';

test('a node keeps the name of its folder, and a copied folder gets another', (t) => {
    const folder = folderFor(t);
    const name = nodeName(folder);
    t.regex(name, /^[0-9a-f-]{36}$/);
    t.is(nodeName(folder), name);
    const copy = folderFor(t);
    cpSync(folder, copy, { recursive: true });
    const other = nodeName(copy);
    t.not(other, name);
    t.is(nodeName(copy), other);
    t.is(nodeName(folder), name);
});

test('a node name from an earlier program stays', (t) => {
    const folder = folderFor(t);
    writeFileSync(join(folder, 'node'), 'a-name\n');
    t.is(nodeName(folder), 'a-name');
    t.is(nodeName(folder), 'a-name');
    t.is(readFileSync(join(folder, 'node'), 'utf8').split('\n').length, 3);
});
