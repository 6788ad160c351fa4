// Bodies that are made to keep their reader busy, of the most bytes that a route takes.

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';

export interface Body {
    name: string;
    type: string;
    text: string;
}

/** `text` again and again, up to this many bytes. */
const filled = (text: string, bytes: number) =>
    text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));

const numbered = (bytes: number, one: (at: number) => string) => {
    const each = one(999_999).length + 1;
    return Array.from({ length: Math.floor(bytes / each) }, (_, at) => one(at)).join(',');
};

/** Values of JSON, as text. */
const values = (bytes: number): Record<string, string> => ({
    'lists in a list': `[${filled('[],', bytes)}1]`,
    'lists in lists': filled('[', bytes / 2) + filled(']', bytes / 2),
    objects: `[${filled('{},', bytes)}1]`,
    'objects in objects': filled('{"a":', bytes / 2),
    'names of one object': `{${numbered(bytes, (at) => `"k${at}":1`)}}`,
    'whole numbers as names': `{${numbered(bytes, (at) => `"${at * 4099}":1`)}}`,
    'one name again and again': `{${filled('"a":1,', bytes)}"a":1}`,
    'a name in each object': `[${numbered(bytes, (at) => `{"k${at}":1}`)}]`,
    'a thousand values': `[${filled('1,', 1900)}"${filled('x', bytes - 2000)}"]`,
    numbers: `[${filled('1e9,', bytes)}1]`,
    'a long number': filled('9', bytes),
    'a long fraction': `0.${filled('9', bytes - 2)}`,
    'a long text': `"${filled('a', bytes)}"`,
    'a text of two-byte letters': `"${filled('é', bytes)}"`,
    'a text of signs': `"${filled('<', bytes)}"`,
    'a text of white space': `"${filled(' ', bytes)}"`,
    'a text of base64 with a line in it': `"${filled('A', bytes / 2)}\\n${filled('A', bytes / 2 - 4)}"`,
    'short escapes': `"${filled('\\n', bytes)}"`,
    'long escapes': `"${filled('\\u20ac', bytes)}"`,
    'halves of letters': `"${filled('\\ud83d', bytes)}"`,
    'a text without an end': `"${filled('\\"', bytes)}`,
    'white space': `${filled(' ', bytes)}1`,
    'addresses of mail': `"${filled('a@', bytes)}"`,
    dots: `"${filled('../', bytes)}"`
});

/** Of each body so many fields are tried: others are read in the same way. */
const mostTried = 3;
const triedOf = (good: object) => ['unknown', ...Object.keys(good).slice(-mostTried)];

/** For each value: alone, and in the place of a field of a body that would be taken. */
export function nastyJson(limit: number, good: object): Body[] {
    const room = limit - JSON.stringify(good).length - 40;
    return Object.entries(values(room)).flatMap(([name, value]) => [
        { name, type: json, text: value },
        ...triedOf(good).map((field) => {
            const rest = Object.entries({ ...good, [field]: undefined }).filter(
                ([, one]) => one !== undefined
            );
            const others = rest.map(([other, one]) => `${JSON.stringify(other)}:${JSON.stringify(one)}`);
            return {
                name: `${name} as ${field}`,
                type: json,
                text: `{${[...others, `"${field}":${value}`].join(',')}}`
            };
        })
    ]);
}

const texts: Record<string, string> = {
    signs: '<',
    spaces: '+',
    'percent codes': '%41',
    'codes of three bytes': '%E2%82%AC',
    'coded line breaks': '%0D%0A',
    'line breaks': '\r\n',
    letters: 'a',
    'coded quotes': '%22',
    'cells of a table': 'a,',
    'rows of a table': 'a%0A',
    'lists in a list': '[],'
};

type Form = Readonly<Record<string, string | number>>;

/** A form that would be taken, with each of its fields as long as there is room. */
export function nastyForms(limit: number, good: Form): Body[] {
    const pair = ([name, value]: [string, string | number]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    const base = Object.entries(good).map(pair).join('&');
    const room = limit - base.length - 100;
    const many = {
        'many fields': filled('&a=', room),
        'many names': numbered(room, (at) => `&k${at}=`).replaceAll(',', '')
    };
    const half = Array.from({ length: 400 }, (_, at) => `&f${at}=${filled('%3C', room / 400 - 8)}`).join('');
    return [
        ...Object.entries({ ...many, 'as many fields as are taken': half }).map(([name, rest]) => ({
            name,
            type: form,
            text: base + rest
        })),
        ...triedOf(good).flatMap((field) =>
            Object.entries(texts).map(([name, text]) => {
                const others = Object.entries(good)
                    .filter(([other]) => other !== field)
                    .map(pair);
                return {
                    name: `${name} as ${field}`,
                    type: form,
                    text: [...others, `${field}=${filled(text, room)}`].join('&')
                };
            })
        )
    ];
}

const part = (name: string, content: string, file = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;

export function nastyParts(limit: number, good: Form): Body[] {
    const fields = Object.entries(good)
        .map(([name, value]) => part(name, String(value)))
        .join('');
    const room = limit - fields.length - 600;
    const bodies: Record<string, string> = {
        'many parts': filled(part('a', ''), room),
        'forty parts': Array.from({ length: 38 - Object.keys(good).length }, (_, at) =>
            part(`p${at}`, filled('<', room / 40 - 100))
        ).join(''),
        'a long part': part('bio', filled('\r\n', room)),
        'rows of a table': part('list', `name,email\n${filled('a,\n', room)}`),
        'cells of a table': part('list', `name,email\n${filled(',', room)}`),
        'quotes of a table': part('list', `name,email\n"${filled('""', room)}`),
        'columns of a table': part('list', `${filled('name,', room)}\n`),
        'people of a table': part('list', `name,email\n${filled('Ada,ada@example.test\n', room)}`),
        'a long file': part('avatar', filled('a', room), '; filename="a.png"'),
        'a long header': part(filled('a', room), ''),
        'beginnings of an end': part('a', filled('\r\n--', room))
    };
    return Object.entries(bodies).map(([name, text]) => ({
        name,
        type: multipart,
        text: `${fields}${text}--b--\r\n`
    }));
}
