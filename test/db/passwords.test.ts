import test from 'ava';
import { assertPassword } from '../../db/accounts/passwords.ts';

const common = [
    'jennifer',
    'Liverpool2025!',
    'Qwertz2024!',
    'Administrator1',
    'abc2026!',
    'Trustno1!',
    'login2024!',
    'passw2024',
    '98765432',
    'aaaaaaaa'
];
for (const password of common) {
    test(`common, or a usual word with little around it, is refused: ${password} [40]`, async (t) => {
        await t.throwsAsync(() => assertPassword(password), { message: /too common/ });
    });
}

const unusual = [
    '82!9@47$blue&13%55+99',
    'love-4821-9937-5521-8840',
    'correct horse battery',
    'Tr4umhaft-7gelb'
];
for (const password of unusual) {
    test(`long and unusual is taken, whatever word is in it: ${password}`, async (t) => {
        await t.notThrowsAsync(() => assertPassword(password));
    });
}
