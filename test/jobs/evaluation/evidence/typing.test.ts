// Answers as people type them in a hurry, on phones and from other keyboards: what they said is never turned round.
import test from 'ava';
import { complaint, ofKind, readBy } from '../../../support/fixtures/evidence.ts';

const night = {
    ...complaint,
    question: 'Tell us about a time when a guest complained late at night.',
    indicators: ['told the duty manager', 'offered another room', 'apologised', 'stayed calm'],
    negative_indicators: ['blamed a colleague', 'lost my temper']
};
const [manager, room, sorry, calm, blamed, temper] = [...night.indicators, ...night.negative_indicators] as [
    string,
    string,
    string,
    string,
    string,
    string
];

/** What is said, what is denied and what is neither, of each answer. */
type Row = [answer: string, said: string[], denied: string[], unclear?: string[]];

const otherApostrophes = ["'", '’', '´', '`', 'ʼ', '′', '＇'].flatMap((mark): Row[] => [
    [`I didn${mark}t tell the duty manager.`, [], [manager]],
    [`I didn${mark}t blame a colleague.`, [], [blamed]]
]);

const rows: Row[] = [
    ...otherApostrophes,
    ["I did'nt offer him another room.", [], [room]],
    ['Ive never told the duty manager', [], [manager]],
    // no space after a stop
    ['I did not panic.I told the duty manager at once.', [manager], []],
    ['i did not panic.i told the duty manager at once.', [manager], []],
    ['Nobody was at the desk!I told the duty manager myself.', [manager], []],
    ["I didn't argue…I offered him another room.", [room], []],
    ['I wrote to Info@Hotel.Example.test and offered another room.', [room], []],
    ['It took 3.5 hours; I offered another room at 2.30 a.m.', [room], []],
    // no comma before "I"
    ['If nobody was at the desk I told the duty manager.', [manager], []],
    ['If I am not sure I tell the duty manager.', [manager], []],
    ['Without hesitation we offered another room.', [room], []],
    ['Instead of arguing I offered her another room.', [room], []],
    ["I didn't argue I offered him another room", [room], []],
    ['Because nobody else did I told the duty manager.', [manager], []],
    ["I don't think I offered another room.", [], [room]],
    ['Never have I blamed a colleague.', [], [blamed]],
    ['I, without being asked, offered another room.', [room], []],
    // a denial and the clauses after it
    ['I say that I do not know, tell the duty manager, offer another room.', [manager, room], []],
    ["I didn't shout / I offered another room.", [room], []],
    ["I didn't shout & offered another room.", [room], []],
    ["I didn't shout/argue, I offered another room.", [room], []],
    ['never lost my temper -> offered another room', [room], [temper]],
    ['I told the duty manager, no question about it.', [manager], []],
    ["I didn't hesitate to offer another room.", [room], []],
    ["I can't think of a night when I didn't stay calm.", [calm], []],
    ["I can't remember a single case where I did not offer another room.", [room], []],
    ['There was no duty manager at the desk.', [], [], [manager]],
    // crosses and ticks, and a denial after the deed
    ['❌ blamed a colleague', [], [blamed]],
    ['✗ blamed a colleague ✓ offered another room', [room], [blamed]],
    ['blamed a colleague ❌', [], [blamed]],
    ['Lost my temper: never.', [], [temper]],
    ['Lost my temper? Never.', [], [temper]],
    // questions that the writer answers, and tags
    ['did u offer another room? yes i did', [room], []],
    ['Did I offer another room? No.', [], [room]],
    ["I told her I was sorry and offered another room, didn't I?", [sorry, room], []],
    ['I offered another room, okay?', [room], []],
    ['Did I lose my temper? Absolutely not.', [], [temper]],
    // what is denied is not what stands beside it
    ['I apologised and nobody complained.', [sorry], []],
    ['There was no guest I offered another room.', [], [room]],
    ['At no point I told the duty manager.', [], [manager]],
    ['I hesitated before I told the duty manager.', [manager], []],
    ['I did not shout + blame a colleague.', [], [blamed]],
    // "had" and "would"
    ["I'd offered another room before she asked.", [room], []],
    ["I'd already told the duty manager.", [manager], []],
    // copied from a PDF
    ['I apolo-\ngised and oﬀered another room.', [sorry, room], []],
    ['I told the duty man\u00ad\nager.', [manager], []]
];

for (const [answer, said, denied, unclear = []] of rows)
    test(`as it is typed: ${answer}`, async (t) => {
        const { evidence } = await readBy(night, answer);
        t.deepEqual(ofKind(evidence, 'said').toSorted(), said.toSorted());
        t.deepEqual(ofKind(evidence, 'denied').toSorted(), denied.toSorted());
        t.deepEqual(ofKind(evidence, 'mentioned').toSorted(), unclear.toSorted());
        for (const { quote, start, end } of evidence) t.is(quote, answer.slice(start, end));
    });

test('"I measured nothing" is no account of measuring', async (t) => {
    const measuring = { ...night, indicators: ['measured the queries'] };
    t.deepEqual(ofKind((await readBy(measuring, 'I measured nothing.')).evidence, 'said'), []);
});

test('a sentence in another language says and denies nothing', async (t) => {
    const english =
        'I told the duty manager at once and then I went with her to the guest and we talked about it.';
    const foreign = 'Ich habe nicht gewusst, ob der offered another room ist.';
    const { evidence } = await readBy(night, `${english} ${foreign}`);
    t.deepEqual(ofKind(evidence, 'said'), [manager]);
    t.deepEqual(ofKind(evidence, 'mentioned'), [room]);
});
