// Which failures a later start or command may not meet again.
import test from 'ava';
import { makeDataFolder } from '../../db/installation/data-folder.ts';
import { passesByItself } from '../../db/installation/passing.ts';
import { Refusal } from '../../db/store/refusal.ts';

const of = (code: string) => Object.assign(new Error(code), { code });

test('an address that comes later, a full disk and a limit pass by themselves, also below another error', (t) => {
    for (const code of 'EADDRINUSE EADDRNOTAVAIL EAI_AGAIN ENOTFOUND ENOSPC EDQUOT EMFILE'.split(' ')) {
        t.true(passesByItself(of(code)), code);
        t.true(passesByItself(new Error('DATA_DIR: it cannot be written', { cause: of(code) })), code);
    }
    t.true(passesByItself(new Refusal('unavailable', 'not now')));
});

test('rights, a wrong setting and a folder that cannot be do not', (t) => {
    for (const code of ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'])
        t.false(passesByItself(of(code)), code);
    t.false(passesByItself(new Refusal('wrong_state', 'no')));
    t.false(passesByItself(t.throws(() => makeDataFolder('/proc/x'))));
    t.false(passesByItself('ENOSPC'));
});
