import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../plugins/surfaces/http/bodies/parsing.ts';
import { plainText, property, refusedText, textOf, unlessRefused } from './property.ts';

const name = plainText.filter((text) => text !== '' && text !== '__proto__' && !text.includes('['));
const entries = fc.uniqueArray(fc.tuple(name, plainText), { selector: ([name]) => name, maxLength: 20 });
const written = (of: [string, string][]) => new URLSearchParams(of).toString();
const plain = (form: object) => Object.fromEntries(Object.entries(form));

/** As a hostile client writes it: any of these bytes, and halves of percent codes. */
const anyText = fc
    .array(
        fc.oneof(textOf('ab=&+%[]_\0'), fc.constantFrom('__proto__', '%00', '%ed%a0%80', '%e2%80%ae', '%'))
    )
    .map((parts) => parts.join(''));

property('a form is read as browsers write it', entries, (of) => {
    assert.deepEqual(plain(readForm(written(of))), Object.fromEntries(of));
});

property(
    'a form with a name twice is refused',
    fc.tuple(entries, name, plainText),
    async ([of, twice, text]) => {
        const pairs: [string, string][] = [
            [twice, text],
            ...of.filter(([name]) => name !== twice),
            [twice, '']
        ];
        assert.equal(await unlessRefused(() => readForm(written(pairs))), undefined);
    }
);

property(
    'a form with a hidden character in a name is refused',
    fc.tuple(name, refusedText),
    async ([name, odd]) => {
        const code = odd.isWellFormed() ? encodeURIComponent(odd) : '%ed%a0%80';
        assert.equal(
            await unlessRefused(() => readForm(`a=1&${encodeURIComponent(name)}${code}=x`)),
            undefined
        );
    }
);

property('whatever is sent as a form is refused, or means one thing', anyText, async (text) => {
    const form = await unlessRefused(() => readForm(text));
    if (form) assert.deepEqual(readForm(written(Object.entries(form))), form);
});
