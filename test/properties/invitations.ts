import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { readInvitees } from '../../plugins/screens/inviting/invitees.ts';
import { plainText, property, textOf, unlessRefused } from './property.ts';

const name = plainText.map((text) => `N ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')}.`);
const email = fc.stringMatching(/^[a-z][a-z0-9]{0,12}@[a-z]{2,10}\.(example|test)$/);
const people = fc.uniqueArray(fc.record({ name, email }), {
    selector: ({ email }) => email,
    minLength: 1,
    maxLength: 12
});
const table = fc.record({
    people,
    delimiter: fc.constantFrom(',', ';', '\t'),
    header: fc.constantFrom(['Name', 'E-Mail'], ['full name', 'email address'], ['CANDIDATE', ' mail ']),
    more: fc.boolean(),
    turned: fc.boolean()
});

type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

/** What a user copies out of a spreadsheet: the columns in any order, with other columns. */
function written({ people, delimiter, header, more, turned }: Table) {
    const lines = [header, ...people.map(({ name, email }) => [name, email])].map((cells, n) => {
        const ordered = turned ? cells.toReversed() : cells;
        return more ? [n === 0 ? 'Notes' : 'x', ...ordered] : ordered;
    });
    return stringify(lines, { delimiter, quoted: true });
}

property(
    'every person on a list is read, whatever the names and separators of its columns',
    table,
    async (of) => {
        const { rows, unread } = await readInvitees(written(of));
        assert.deepEqual(
            rows,
            of.people.map(({ name, email }) => ({ name: name.trim(), email, isTwin: false }))
        );
        assert.deepEqual(unread, of.more ? ['Notes'] : []);
    }
);

property(
    'an address that is twice on a list is marked where it comes again',
    fc.tuple(table, fc.nat()),
    async ([of, at]) => {
        const again = at % of.people.length;
        const one = of.people[again];
        assert(one);
        const twice = {
            ...of,
            people: [...of.people, { name: 'Again', email: one.email.toUpperCase() }]
        };
        const { rows } = await readInvitees(written(twice));
        assert.deepEqual(
            rows.map(({ isTwin }) => isTwin),
            [...of.people.map(() => false), true]
        );
    }
);

property(
    'an invalid address is marked in its row, and the other rows are read',
    fc.tuple(table, fc.nat(), textOf('ab @.,', 8)),
    async ([of, at, odd]) => {
        const wrong = at % of.people.length;
        const broken = of.people.toSpliced(wrong, 1, { name: 'Somebody', email: `${odd}@@` });
        const { rows } = await readInvitees(written({ ...of, people: broken }));
        assert.deepEqual(
            rows.map((row) => row.wrong?.field),
            of.people.map((_, n) => (n === wrong ? 'email' : undefined))
        );
    }
);

property(
    'whatever is pasted, it is read or refused',
    fc.array(
        fc.oneof(
            fc.constantFrom('name', 'email', '\n', '\r\n', ',', ';', '\t', '"', 'a@b.test', '\0'),
            plainText
        ),
        { maxLength: 20 }
    ),
    async (pieces) => {
        const read = await unlessRefused(() => readInvitees(pieces.join('')));
        for (const { email, wrong } of read?.rows ?? []) assert.ok(wrong ?? email.includes('@'));
    }
);
