// What is taken for the same name: for search, order and addresses.
import test from 'ava';
import { canonical, fold } from '../../db/store/folding.ts';

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

test('an address is the same in capitals, composed or not, with other apostrophes; marks make another one', (t) => {
    const same = ["O'BRIEN@MÜLLER.test", 'o’brien@mu\u0308ller.test', 'o\u200b\u02bcbrien@Müller.test'];
    for (const one of same) t.is(canonical(one), "o'brien@müller.test");
    t.not(canonical('a@muller.test'), canonical('a@müller.test'));
});
