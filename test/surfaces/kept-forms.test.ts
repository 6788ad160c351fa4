// The forms of polls, which are parsed and validated once.
import test from 'ava';
import { Refusal } from '../../db/store/refusal.ts';
import { parseForm } from '../../plugins/surfaces/http/bodies/index.ts';
import { keptForms } from '../../plugins/surfaces/http/bodies/kept-forms.ts';
import { oncePer } from '../../plugins/surfaces/http/once.ts';

const bytes = (text: string) => Buffer.from(text);

test('a repeated small form is parsed and checked once, and the cached value is frozen', (t) => {
    let [parsed, checked] = [0, 0];
    const parse = keptForms((form) => ((parsed += 1), parseForm(form)));
    const check = oncePer((fields: object) => ((checked += 1), { ...fields }));
    const [first, second] = [bytes('a=1&b=%C3%A4'), bytes('a=1&b=%C3%A4')].map(parse);
    t.deepEqual({ ...first }, { a: '1', b: 'ä' });
    t.is(first, second);
    t.is(check(first ?? {}), check(second ?? {}));
    t.deepEqual([parsed, checked], [1, 1]);
    t.true(Object.isFrozen(first));
    t.deepEqual({ ...parse(bytes('a=1&b=%C3%A5')) }, { a: '1', b: 'å' });
});

test('large and refused forms are not cached', (t) => {
    let parsed = 0;
    const parse = keptForms((form) => ((parsed += 1), parseForm(form)));
    const large = `a=${'x'.repeat(600)}`;
    t.not(parse(bytes(large)), parse(bytes(large)));
    const refused = Buffer.from([0x61, 0x3d, 0xff]);
    for (const _ of [1, 2]) t.throws(() => parse(refused), { instanceOf: Refusal });
    t.is(parsed, 4);
});
