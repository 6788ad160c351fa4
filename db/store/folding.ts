// One folding of names, titles, addresses and quotes: what a person takes for the same is found, and stands together.

/** What is not seen; the same in both engines. */
const invisible = String.raw`\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0`;
const unseen = String.raw`\u0300-\u036f${invisible}`; // and marks on letters
/** What is typed for an apostrophe, as a class of a regular expression. */
export const apostrophes = String.raw`\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\uff07`;
const dashes = String.raw`\u2010-\u2015\u2212`;

/** Letters that no mark makes of another one. */
const spellings: Readonly<Record<string, string>> = {
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ı: 'i',
    ς: 'σ'
};

const [ofUnseen, ofInvisible, ofApostrophes, ofDashes, ofSpellings] = [
    unseen,
    invisible,
    apostrophes,
    dashes,
    Object.keys(spellings).join('')
].map((letters) => new RegExp(`[${letters}]`, 'g')) as [RegExp, RegExp, RegExp, RegExp, RegExp];

/**
 * Returns a text by which others are searched and put in order: in small letters, without marks and what is not seen, with one
 * apostrophe and one dash. "O’Brien" and "o'brien", "Müller" and "MULLER", "Straße" and "strasse" are the same.
 */
export const fold = (text: string) => (isAscii.test(text) ? text.toLowerCase() : foldLetters(text));

// oxlint-disable-next-line no-control-regex
const isAscii = /^[\0-\x7f]*$/;

const foldLetters = (text: string) =>
    text
        .replaceAll(ofApostrophes, "'")
        .replaceAll(ofDashes, '-')
        .normalize('NFKD')
        .replaceAll(ofUnseen, '')
        .toLowerCase()
        .replaceAll(ofSpellings, (letter) => spellings[letter] ?? letter);

/** All letters by the one that they fold to, in ranges of neighbours; what is not seen stands under the empty text. */
let lettersByFold: Map<string, [first: string, last: string][]> | undefined;

/** Returns the ranges of letters with which a text can start that folds to one starting with `letter`. */
export function startsOf(letter: string) {
    lettersByFold ??= rangesByFold();
    return [...(lettersByFold.get(letter) ?? []), ...(lettersByFold.get('') ?? [])];
}

/** Chinese and Korean letters, and what follows the basic plane, have no case and no marks. */
const letterBlocks = [
    [0x80, 0x2e7f],
    [0xf900, 0xffef]
] as const;

function rangesByFold() {
    const ranges = new Map<string, [string, string][]>();
    for (const [from, to] of letterBlocks)
        for (let code = from; code <= to; code++) {
            const letter = String.fromCharCode(code);
            const [key = ''] = foldLetters(letter);
            const known = ranges.get(key) ?? [];
            const last = known.at(-1);
            if (last && last[1].charCodeAt(0) === code - 1) last[1] = letter;
            else known.push([letter, letter]);
            ranges.set(key, known);
        }
    return ranges;
}

/**
 * Returns an address or a login as it is compared with others: in small letters, composed, with one apostrophe and without what
 * is not seen. Letters with and without marks are not the same, for they belong to two people.
 */
export const canonical = (text: string) =>
    isAscii.test(text)
        ? text.toLowerCase()
        : text.replaceAll(ofApostrophes, "'").replaceAll(ofInvisible, '').normalize('NFKC').toLowerCase();

const hidden = /\p{Default_Ignorable_Code_Point}/gu;
/** Dots, ligatures and wide letters: each stands for others. */
const joined = /[\u2025\u2026\ufb00-\ufb06\uff01-\uff5e]/g;
/** What keyboards write for what typography has. */
const typedMarks: readonly (readonly [string, RegExp])[] = [
    [' ', /^\s+$/g],
    ["'", new RegExp(`[\`\u2039\u203a${apostrophes}]`, 'g')],
    ['"', /[\u201c-\u201f\u00ab\u00bb\u2033]/g],
    ['-', new RegExp(`[-${dashes}]+`, 'g')]
];

/** White space, dashes, or a character with as many marks as letters have: to put thousands of them in order takes long. */
const pieces = new RegExp(
    String.raw`[\s\p{Default_Ignorable_Code_Point}]+|[-${dashes}]+|[^]\p{M}{0,8}`,
    'gu'
);

/**
 * Returns a text as a keyboard writes it, with the places of its characters: with plain spaces, dashes, dots and quotation marks,
 * composed letters, no ligatures, and without what is not seen. The spelling and case of its words stay.
 */
export function asTyped(text: string) {
    const known = new Map<string, string>(); // a text is written in few characters
    return withPlaces(text, pieces, (piece) => {
        const typed = known.get(piece) ?? typedPiece(piece);
        known.set(piece, typed);
        return typed;
    });
}

function typedPiece(piece: string) {
    const whole = piece.replaceAll(hidden, '').normalize('NFC');
    const parted = whole.replaceAll(joined, (mark) => mark.normalize('NFKC'));
    return typedMarks.reduce((so, [typed, marks]) => so.replaceAll(marks, typed), parted);
}

/** Returns a text folded piece by piece, and for each of its characters the place where its piece starts. */
export function withPlaces(text: string, by: RegExp, folded: (piece: string) => string) {
    const places: number[] = [];
    let plain = '';
    for (const { 0: piece, index } of text.matchAll(by)) {
        const written = folded(piece);
        for (let n = 0; n < written.length; n += 1) places.push(index);
        plain += written;
    }
    return { plain, places };
}

/** What the databases call it. A change of it needs another name: programs of two versions may use one database. */
export const foldName = 'fold_1';

/** All capitals of two bytes and more that have one small letter, for a database whose own `lower` knows ASCII alone. */
const capitals = Array.from({ length: 0xffff - 0x80 }, (_, n) => String.fromCharCode(n + 0x80)).filter(
    (letter) =>
        /\p{Lu}/u.test(letter) && letter.normalize('NFKD') === letter && letter.toLowerCase().length === 1
);

/** Creates the same function in PostgreSQL, for texts that are not in ASCII alone. */
export const foldInPostgres = () => {
    const without = (of: string, letters: string, by: string) =>
        `regexp_replace(${of}, '[${letters}]', '${by}', 'g')`;
    const decomposed = `normalize(${without(without('t', apostrophes, "''"), dashes, '-')}, NFKD)`;
    const small = `translate(lower(${without(decomposed, unseen, '')}), '${capitals.join('')}', '${capitals.join('').toLowerCase()}')`;
    const spelled = Object.entries(spellings).reduce(
        (of, [letter, plain]) => `replace(${of}, '${letter}', '${plain}')`,
        small
    );
    return `create function ${foldName}(t text) returns text language sql immutable strict parallel safe as $$ select ${spelled} $$`;
};
