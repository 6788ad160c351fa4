import assert from 'node:assert/strict';
import fc from 'fast-check';
import { apostrophes } from '../../db/store/folding.ts';
import { visibleText } from '../../jobs/evaluation/evidence/visible-text.ts';
import { parseReply, quoteFinder } from '../../jobs/evaluation/model/reply.ts';
import { plainText, property, textOf } from './property.ts';

const hidden = ['\u200b', '\u00ad', '\u{e0041}', '\u2060'];
const marks = ['"', '“', '”', "'", '’', '—', '…'];
const answer = fc
    .array(fc.oneof(plainText, fc.constantFrom('word', ' ', '  ', '\n', ...marks, '😀', ...hidden)), {
        maxLength: 25
    })
    .map((parts) => parts.join(''));
const slice = fc.tuple(answer, fc.nat(), fc.nat()).map(([answer, from, length]) => {
    const characters = Array.from(answer);
    const start = from % (characters.length + 1);
    return { answer, quote: characters.slice(start, start + 1 + (length % 20)).join('') };
});

const prose = fc
    .array(
        fc.oneof(
            answer,
            fc.constantFrom('Word', "did'nt", 'ﬁne', '-\n', '.', '...', '! ', '?', '/', 'why/not')
        )
    )
    .map((parts) => parts.join(''));

/** Whether this stands where that was written, as what was meant by it. */
const isMeant = (character: string, written: string) =>
    written.normalize('NFKC').includes(character) ||
    (character === ' ' && /[.…!?/]/.test(written)) ||
    (/['n]/i.test(character) && new RegExp(`[\`\u02c8'n${apostrophes}]`, 'i').test(written));

/** As a model copies a passage: other marks and spaces, without what is hidden. */
function copied(quote: string) {
    const typed = quote
        .replaceAll(/[“”]/g, '"')
        .replaceAll('’', "'")
        .replaceAll('—', '-')
        .replaceAll('…', '...');
    const plain = typed.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
    return plain.replaceAll(/\s+/g, ' \n ');
}

const lettersOf = (quote: string) => copied(quote).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const replyFields = {
    level: fc.constantFrom('absent', 'partial', 'strong'),
    quotes: fc.array(plainText, { maxLength: 10 }),
    reason: plainText
};
const reply = fc.record(replyFields, { noNullPrototype: true });

property(
    'a passage is found as it was copied, and what is found is in the answer',
    slice,
    ({ answer, quote }) => {
        const found = quoteFinder(answer)(copied(quote));
        if (lettersOf(quote) === 0) return assert.equal(found, undefined);
        if (lettersOf(quote) === 1 && found === undefined) return; // in a word
        assert(found !== undefined && answer.includes(found), JSON.stringify(found));
        assert.equal(
            copied(found).trim(),
            copied(answer.slice(answer.indexOf(found), answer.indexOf(found) + found.length)).trim()
        );
    }
);

property(
    'what is not in the answer is not found in it',
    fc.tuple(slice, fc.nat()),
    ([{ answer, quote }, at]) => {
        const place = at % (quote.length + 1);
        const other = `${quote.slice(0, place)}€¤€${quote.slice(place)}`;
        if (!answer.includes('¤')) assert.equal(quoteFinder(answer)(other), undefined);
    }
);

property(
    'a reply is read as it was written, in a fence or without',
    fc.tuple(reply, fc.boolean()),
    ([of, fenced]) => {
        const text = JSON.stringify(of);
        const around = { answer: '', isAll: true };
        assert.deepEqual(parseReply(fenced ? `\`\`\`json\n${text}\n\`\`\`` : ` ${text}\n`, around), of);
    }
);

property(
    'every output of a model is a reply or invalid',
    fc
        .array(
            fc.oneof(
                fc.constantFrom(
                    '```',
                    '\n',
                    '{"level":"strong"',
                    ',"quotes":[',
                    '"a"',
                    ']',
                    ',"reason":"',
                    '"}',
                    'null',
                    '[]'
                ),
                textOf('`{}[]",: ')
            )
        )
        .map((parts) => parts.join('')),
    (text) => {
        const read = parseReply(text, { answer: '', isAll: false });
        if (read) assert.deepEqual(Object.keys(read), ['level', 'quotes', 'reason']);
    }
);

property('what a person sees of an answer is in it, at the places that are named', prose, (answer) => {
    const { text, places } = visibleText(answer);
    assert.equal(places.length, text.length + 1);
    let last = -1;
    for (const [at, character] of text.split('').entries()) {
        const place = places[at] ?? -1;
        const written = answer[place] ?? '';
        if (character !== '\n' && character !== written)
            assert(isMeant(character, written), `${character} for ${written}`);
        assert(place > last || (place === last && /[.…!?/ﬀ-ﬆ]/.test(written)));
        last = place;
    }
});
