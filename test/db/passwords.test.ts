import test from 'ava';
import { assertPassword, hashPassword, isPassword } from '../../db/accounts/passwords.ts';
import { atFullCost } from '../support/runs/light-hashes.ts';

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
    'aaaaaaaa',
    'SageCouncil2026!',
    'council-2026'
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

test('a password is kept as argon2id in 46 MiB, and no other password matches its hash', async (t) => {
    const [password, other] = ['correct horse battery', 'correct horse batterz'];
    await atFullCost(async () => {
        const hash = await hashPassword(password);
        t.regex(hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
        t.true(await isPassword(password, hash));
        t.false(await isPassword(other, hash));
    });
});
