// A password that is chosen is estimated and hashed where no other request has to wait for it.
import test from 'ava';
import { assertPassword, hashPassword } from '../../db/accounts/passwords.ts';
import { longestWait } from '../support/runs/stretches.ts';

const alike = 'p4$$w0rd@1!|203198419990101({[<€3';
const signs = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCodePoint(33 + ((at * at * 31 + at * 7) % 94))).join('');
const long = {
    'of which any letter may be another one': alike.repeat(8).slice(0, 256),
    'of signs in no order': signs(256),
    'that is one digit': '1'.repeat(256),
    'of what Unicode composes': 'ﷺ'.repeat(256)
};

test.serial('loading the dictionary for the first password does not block the event loop', async (t) => {
    t.true((await longestWait(() => assertPassword('nine quiet lanterns'))) < 50);
});

for (const [kind, password] of Object.entries(long))
    test.serial(`a password of 256 characters ${kind} never blocks the event loop for 50 ms`, async (t) => {
        const names = [password.slice(0, 254), 'ada@example.test'];
        const estimated = () => assertPassword(password, { names }).catch(() => undefined);
        t.true((await longestWait(estimated)) < 50);
        const hashed = () => hashPassword(password).catch(() => undefined);
        t.true((await longestWait(hashed)) < 50);
    });
