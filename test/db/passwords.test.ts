import test from 'ava';
import { assertPassword, hashPassword, isPassword } from '../../db/accounts/passwords.ts';
import { atFullCost } from '../support/runs/light-hashes.ts';

const ada = { names: ['a.lovelace', 'countess@engine.example'], organisation: 'Acme Hiring Ltd' };
const noOne = { names: [], organisation: '' };

for (const [what, list, about] of [
    [
        'common passwords, and usual words with little around them',
        'jennifer Corvette ｓｔａｒｗａｒｓ Liverpool2025! Qwertz2024! Administrator1 abc2026! Trustno1! login2024! ' +
            'passw2024 98765432 12345678 qwertyuiop qwertzuiop aaaaaaaa aaaaaaaabb sommer2026 SageCouncil2026! ' +
            'council-2026',
        noOne
    ],
    [
        'variations of common words, keys and dates',
        'Passw0rd! P@ssw0rd123 p4$$w0rd ab12ab12 password123 Password123 qwerty!@#$%^ 19901990 s4g3c0unc1l',
        noOne
    ],
    [
        'words of the organisation, the login and the address',
        'acme2026 Acme2026! 4cm3hiring AcmeHiring1! Lovelace1815 countess99! Engine.2026',
        ada
    ]
] as const)
    test(`too easy to guess are ${what} [40]`, async (t) => {
        for (const password of list.split(' '))
            await t.throwsAsync(
                () => assertPassword(password, about),
                { message: /too easy to guess/ },
                password
            );
    });

test('a word of one organisation or person does not count for another', async (t) => {
    await t.notThrowsAsync(() => assertPassword('Lovelace-7gelb', { names: ['bob'], organisation: 'Other' }));
    await t.notThrowsAsync(() => assertPassword('acme hiring nine lanterns', ada));
    await t.throwsAsync(() => assertPassword('A.Lovelace', ada), { message: /must not be the login/ });
});

test('long and unusual is taken, whatever word is in it', async (t) => {
    for (const password of [
        '82!9@47$blue&13%55+99',
        'love-4821-9937-5521-8840',
        'correct horse battery',
        'Tr4umhaft-7gelb',
        'k7#Lp2qX',
        'kj3h4k5j',
        'пингвин7ёж'
    ])
        await t.notThrowsAsync(() => assertPassword(password), password);
});

test('a password is stored as argon2id with 46 MiB, and no other password matches its hash', async (t) => {
    const [password, other] = ['correct horse battery', 'correct horse batterz'];
    await atFullCost(async () => {
        const hash = await hashPassword(password);
        t.regex(hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
        t.true(await isPassword(password, hash));
        t.false(await isPassword(other, hash));
    });
});
