// What uploads cost a process: its memory is measured in one of its own.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { hostileFiles } from '../pictures/hostile.ts';
import type { Reading } from '../pictures/meter.ts';
import { welcomePictures } from '../pictures/welcome.ts';
import { folderFor } from '../support/runs/folder.ts';

/** Has the C library give back what is freed, which it would keep for later: counted is what pictures need. */
const returned = { MALLOC_MMAP_THRESHOLD_: '131072' };

test('all of them, one at a time, take less than 150 MiB and no long work [P31]', async (t) => {
    const folder = folderFor(t);
    const files = { hostile: await hostileFiles(), welcome: await welcomePictures() };
    for (const [kind, pictures] of Object.entries(files))
        for (const { name, bytes } of pictures)
            writeFileSync(join(folder, `${kind} ${name.replaceAll('/', '-')}`), bytes);
    const meter = join(import.meta.dirname, '../pictures/meter.ts');
    const env = { PATH: process.env['PATH'], ...returned };
    const { stdout } = await promisify(execFile)(process.execPath, [meter, folder], { env });
    const { taken, refused, mebibytes, milliseconds, together } = JSON.parse(stdout) as Reading;
    t.log(
        `${taken.length + refused.length} files, +${Math.round(mebibytes)} MiB, the most work ${Math.round(milliseconds)} ms`
    );
    t.is(refused.length, files.hostile.length);
    t.is(taken.length, files.welcome.length);
    t.true(refused.every((name) => name.startsWith('hostile ')));
    t.true(together <= 2, `${together} at the same time: one, and one that has just ended`);
    t.true(mebibytes <= 150, `${mebibytes} MiB`);
    t.true(milliseconds < 10_000, `${milliseconds} ms`);
});
