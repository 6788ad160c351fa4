// Lists as other programs write them: no row is swallowed, and what cannot be read is a row to correct.
import test from 'ava';
import { readInvitees } from '../../plugins/screens/inviting/invitees.ts';

const ada = 'Ada Stone, ada@example.test';
const tom = 'Tom Berg, tom@example.test';
const two = [ada, tom];

/** The people of a list in order; a row to correct has a question mark. */
async function read(list: string) {
    const { rows, unread } = await readInvitees(list);
    return {
        people: rows.map(({ name, email, wrong }) => `${name}, ${email}${wrong ? '?' : ''}`),
        unread
    };
}

for (const [what, list, people, unread = []] of [
    ['mixed line ends', 'Name,Email\r\nAda Stone,ada@example.test\nTom Berg,tom@example.test\r\n', two],
    ['ends of an old Mac', 'Name,Email\rAda Stone,ada@example.test\rTom Berg,tom@example.test', two],
    ['ends of Unicode', 'Name,Email\nAda Stone,ada@example.test\u2028Tom Berg,tom@example.test', two],
    [
        'blank rows and columns',
        ';Name;;Email;\n;;;;\n;Ada Stone;;ada@example.test;\n\n;Tom Berg;;tom@example.test;;',
        two
    ],
    [
        'titles above',
        'Applicants of March;;\n;;\nName;Email;City\nAda Stone;ada@example.test;Bonn',
        [ada],
        ['City']
    ],
    ['sep=', 'sep=;\nCity;Name;Email\nBonn;Ada Stone;ada@example.test', [ada], ['City']],
    ['sep=|', 'sep=|\nName|Email\nAda Stone|ada@example.test', [ada]],
    [
        'a separator in a quoted header',
        '"Notes; own","Name","Email"\n"a","Ada Stone","ada@example.test"',
        [ada],
        ['Notes; own']
    ],
    [
        'two columns',
        'First Name,Last Name,Email Address\nAda,Stone,ada@example.test\nTom,Berg,tom@example.test',
        two
    ],
    [
        'two columns in German',
        'Anrede;Vorname;Nachname;E-Mail-Adresse\nFrau;Ada;Stone;ada@example.test',
        [ada],
        ['Anrede']
    ],
    ['Vorname and Name', 'Name;Vorname;E-Mail\nStone;Ada;ada@example.test', [ada]],
    ['titles with an underscore', 'first_name,last_name,email_address\nAda,Stone,ada@example.test', [ada]],
    [
        'notes above, of LinkedIn',
        'Notes:\n"Some, are missing."\n\nFirst Name,Last Name,URL,Email Address\nAda,Stone,x,ada@example.test',
        [ada],
        ['URL']
    ],
    [
        'a nickname in quotes',
        'Name\tEmail\n"Bear" Lind\tbear@example.test\nTom "T" Berg\ttom@example.test',
        ['"Bear" Lind, bear@example.test', 'Tom "T" Berg, tom@example.test']
    ],
    [
        'a quote that is not closed',
        'Name,Email\n"Ada,ada@example.test\nTom Berg,tom@example.test',
        ['"Ada, ada@example.test', tom]
    ],
    [
        'a quote that is closed rows later',
        'Name,Email\n"Ada,ada@example.test\nTom Berg,tom@example.test\nLind",lind@example.test',
        ['"Ada, ada@example.test', tom, 'Lind", lind@example.test']
    ],
    ['brackets in the column', 'Name,Email\nAda Stone,Ada <ada@example.test>', [ada]],
    ['recipients of Outlook', 'Stone, Ada <ada@example.test>; Berg, Tom <tom@example.test>', two],
    ['the same in quotes', '"Stone, Ada" <ada@example.test>; "Berg, Tom" <tom@example.test>', two],
    ['recipients of Gmail', 'Ada Stone <ada@example.test>, Tom Berg <tom@example.test>', two],
    ['a degree', 'Ada Stone, MD <ada@example.test>', ['Ada Stone, MD, ada@example.test']],
    [
        'recipients without a name',
        'Ada Stone <ada@example.test>; lone@example.test; Tom Berg <tom@example.test>',
        [ada, ', lone@example.test?', tom]
    ],
    ['addresses alone', 'ada@example.test; tom@example.test', [', ada@example.test?', ', tom@example.test?']],
    ['a row without an address', 'Name,Email\nAda Stone,ada@example.test\nTotal: 1,', [ada, 'Total: 1, ?']],
    ['a person above the header', 'Ada Stone,ada@example.test\nName,Email\nTom Berg,tom@example.test', two],
    [
        'a degree after a whole name',
        'Ada Stone, MBA <ada@example.test>',
        ['Ada Stone, MBA, ada@example.test']
    ],
    [
        'a name with a particle',
        'van der Berg, Tom <tom@example.test>',
        ['Tom van der Berg, tom@example.test']
    ],
    [
        'a recipient without an address',
        'Ada Stone <ada@example.test>; Tom Berg; Zoe <zoe@example.test>',
        [ada, 'Tom Berg, ?', 'Zoe, zoe@example.test']
    ],
    [
        'addresses before the names',
        'ada@example.test;Ada Stone;tom@example.test',
        [ada, ', tom@example.test?']
    ],
    [
        'a first name that begins the last',
        'Name;Vorname;E-Mail\nJansen;Jan;jan@example.test',
        ['Jan Jansen, jan@example.test']
    ],
    [
        'a column of contacts',
        'Contact,First Name,Last Name,Email\nby phone,Ada,Stone,ada@example.test',
        [ada],
        ['Contact']
    ],
    ['an invisible character', 'Name,Email\nAda Stone,\u200bada@exam\u00adple.test', [ada]],
    ['full-width letters', 'Name,Email\nAda Stone,ａｄａ＠example.test', [ada]],
    [
        'an accent before the @',
        'Name,Email\nJo,jö@example.test\nJo,jo@exämple.test',
        ['Jo, jö@example.test?', 'Jo, jo@exämple.test']
    ]
] as [string, string, string[], string[]?][])
    test(`a list with ${what}`, async (t) => {
        t.deepEqual(await read(list), { people, unread });
    });

test('a line of hundreds of kilobytes is read at once', async (t) => {
    const recipients = Array.from({ length: 480 }, (_, n) => `N${n} <n${n}@example.test>`).join(', ');
    t.is((await read(recipients)).people.length, 480);
    for (const hostile of [
        'a'.repeat(400_000),
        '<a@'.repeat(100_000),
        '"'.repeat(400_000),
        'é'.repeat(400_000)
    ])
        t.truthy(await read(`Name,Email\nAda,${hostile}\n`));
});

test('a large table is read', async (t) => {
    const more = Array.from({ length: 118 }, (_, n) => `Column ${n}`);
    const lines = Array.from({ length: 170 }, (_, n) => [
        'N',
        `n${n}@example.test`,
        ...more.map(() => 'x'.repeat(90))
    ]);
    const list = [['Name', 'Email', ...more], ...lines].map((cells) => cells.join(',')).join('\n');
    const { people, unread } = await read(list);
    t.deepEqual([people.length, people.at(-1), unread.length], [170, 'N, n169@example.test', 118]);
});

test('a header without one of the columns names those that it has', async (t) => {
    const refused = await t.throwsAsync(read('Applicant ID;E-Mail\n1;ada@example.test'));
    t.regex(refused?.message ?? '', /no column “name”.*“Applicant ID”, “E-Mail”/);
});
