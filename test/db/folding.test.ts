// What is taken for the same name: for search, order and addresses.
import test from 'ava';
import { fold } from '../../db/store/folding.ts';

for (const same of [
    ['Müller', 'MÜLLER', 'Mu\u0308ller', 'muller'],
    ['O’Brien', "O'Brien", 'O´Brien', 'OʼBRIEN'],
    ['Straße', 'STRASSE', 'strasse'],
    ['Иванов', 'иванов', 'ИВАНОВ'],
    ['Γιώργος', 'ΓΙΩΡΓΟΣ'],
    ['İpek', 'ipek', 'IPEK', 'ıpek'],
    ['Søren Łukasz', 'SOREN LUKASZ'],
    ['Ａｄａ\u00a0Stone', 'ada stone', 'A\u200bda St\u00adone'],
    ['Anna–Lena', 'anna-lena'],
    ['ﬁnn', 'Finn']
])
    test(`the same: ${same.join(', ')}`, (t) => {
        t.is(new Set(same.map(fold)).size, 1, same.map(fold).join('|'));
    });

test('different letters stay different', (t) => {
    t.not(fold('Maier'), fold('Meier'));
    t.not(fold('Ада'), fold('Ada'));
});
