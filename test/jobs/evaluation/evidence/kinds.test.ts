import test from 'ava';
import type { EvidenceKind } from '../../../../db/sages/verdicts.ts';
import { complaint, ofKind, read, readBy } from '../../../support/fixtures/evidence.ts';

const [written, manager, room, called] = complaint.indicators as [string, string, string, string];

const said: [answer: string, indicators: string[]][] = [
    ['I wrote their complaint in the log book and told the duty manager.', [written, manager]],
    ['I was writing down every complaint that came, and then I offered him another room.', [written, room]],
    ['I moved them to a different room on the third floor.', [room]],
    ['The same evening I called the guest back to hear whether he slept.', [called]],
    ['Called the guest back same evening. Very tired after that.', [called]],
    ['Another room was offered at once, that is how we work.', [room]],
    ['I did not only offer another room, I carried the bags as well.', [room]],
    ['The complaint was written down in the book, then I went up to have a look.', [written]],
    ['I did not go home until I had told the duty manager.', [manager]],
    ['I told the duty manager that we can ignore the alarm until the morning.', [manager]],
    ['I did not panic, told the duty manager and stayed with them.', [manager]],
    ['I left out the bill and told the duty manager.', [manager]],
    ['My first step was the duty manager, whom I told at once.', [manager]],
    ['Every time the duty manager and I offered another room.', [manager, room]],
    ['If it goes on I phone the duty manager.', [manager]],
    ['Rather than arguing with him I offered another room.', [room]],
    ['Phone to the duty manager, tea, then bed.', [manager]],
    ['I told him not to shout and offered another room.', [room]]
];

for (const [answer, indicators] of said) {
    test(`found: ${answer}`, async (t) => {
        const { evidence, flags, level } = await read(answer);
        t.deepEqual(ofKind(evidence, 'said').toSorted(), indicators.toSorted());
        t.deepEqual(flags, []);
        t.is(level, 'unscored');
    });
}

const notSaid: Partial<Record<EvidenceKind, string[]>> = {
    denied: [
        'I never told the duty manager.',
        'I did not offer another room; that was not my job.',
        'Offering another room is something I have always avoided.',
        'As to offers another room, that is what I have always refused.',
        'Writing the complaint down, offering another room: I did none of that.',
        'Offers another room. Tells the duty manager last. I did none of that.',
        'I used to write each complaint down. Now I just nod and wait until they go away.',
        'Tells the duty manager: I could only laugh at that.',
        'Telling the duty manager is a waste of time.',
        'Telling the duty manager I have always avoided.',
        'Instead of offering another room I gave him a cup of tea.',
        'I was too busy to tell the duty manager.',
        'I did not go up, tell the duty manager or write anything.',
        'It is years since I last offered another room.'
    ],
    asked: [
        'Should I have told the duty manager?',
        'Would I have offers another room there?',
        'Do you mean whether I told the duty manager?'
    ],
    supposed: [
        'I would write the complaint down.',
        'Ideally one should tell the duty manager.',
        'I planned to tell the duty manager.',
        'I would go up, write the complaint down and tell the duty manager.',
        'If it were my hotel, I could tell the duty manager.',
        'Suppose I told the duty manager.',
        'I wish I had told the duty manager.',
        'We were told to tell the duty manager.',
        'It is important to tell the duty manager.'
    ],
    by_others: [
        'My colleague wrote the complaint down.',
        'My colleague did all of it while I slept: writes the complaint down, tells the duty manager.',
        'Another room was offered by my boss.',
        'I watched my colleague write the complaint down.',
        'To offer another room is what the night porter does.',
        'My colleague did the following:\n- tells the duty manager',
        'I asked my colleague to offer another room.',
        'I was offered another room by the guest.',
        'The porter offers the guests another room.'
    ],
    mentioned: [
        'Tells the duty manager. After that I waited in the hall with them.',
        'Duty manager told, another room offered, complaint written.',
        'Duty manager.',
        'Telling the duty manager takes an hour.',
        'The complaint in the log book is for the duty manager.',
        'Telling the duty manager is what the desk is for, I have not done that in years.',
        'I never argued, told the duty manager and went home.',
        'I doubt that I ever told the duty manager.',
        'I tried to tell the duty manager but he slept.',
        'No discount, a free breakfast, another room offered.'
    ],
    quoted: [
        'The handbook says "write the complaint down, tell the duty manager and offer another room". I watched television.',
        'My teacher always said: “Tell the duty manager first.”',
        'According to the manual the duty manager is told.'
    ]
};

for (const [kind, answers] of Object.entries(notSaid) as [EvidenceKind, string[]][]) {
    for (const answer of answers) {
        test(`${kind}: ${answer}`, async (t) => {
            const { evidence, quotes } = await read(answer);
            t.deepEqual(ofKind(evidence, 'said'), []);
            t.true(ofKind(evidence, kind).length > 0, JSON.stringify(evidence));
            t.deepEqual(quotes, []); // a quote says that something was found
        });
    }
}

test('a denial at the end of a very long sentence is heard', async (t) => {
    const long = `I offered another room and ${'then I walked down and up the long stairs and '.repeat(12)}`;
    const { evidence } = await read(`${long}no, that is what I have always refused.`);
    t.deepEqual(ofKind(evidence, 'said'), []);
});

test('an indicator with a no in it is found, and denied, like any other', async (t) => {
    const firm = { ...complaint, indicators: ['says no and explains the reason'] };
    t.is(ofKind((await readBy(firm, 'I say no and explain the reason.')).evidence, 'said').length, 1);
    t.deepEqual(
        ofKind((await readBy(firm, 'I do not say no and I never explain reasons.')).evidence, 'said'),
        []
    );
});

const stairs = {
    ...complaint,
    question: 'How do you lead guests out of a fire?',
    indicators: ['not the lift', 'left out the jargon', 'never guesses', 'without panic'],
    negative_indicators: []
};

for (const [answer, said, denied] of [
    ['We took the stairs, not the lift.', ['not the lift'], []],
    ['I never let anybody take the lift.', ['not the lift'], []],
    ['I took the lift.', [], ['not the lift']],
    ['I left out the jargon.', ['left out the jargon'], []],
    ['I used no jargon at all.', ['left out the jargon'], []],
    ['I did not leave out the jargon.', [], ['left out the jargon']],
    ['I never guess the number.', ['never guesses'], []],
    ['I guess the number.', [], ['never guesses']]
] as [string, string[], string[]][])
    test(`an indicator that is a negation itself: ${answer}`, async (t) => {
        const { evidence } = await readBy(stairs, answer);
        t.deepEqual([ofKind(evidence, 'said'), ofKind(evidence, 'denied')], [said, denied]);
    });

test('a passage is one sentence or less', async (t) => {
    const { evidence } = await read(
        'The guest had a complaint. It was long. I told the duty manager. He came.'
    );
    t.deepEqual(
        evidence.map(({ quote }) => quote),
        ['I told the duty manager.']
    );
});

test('of a long indicator a part is enough, of a short one no light word is', async (t) => {
    const long = {
        ...complaint,
        indicators: ['listens to the whole story with the door closed and a glass of water']
    };
    t.is(
        ofKind((await readBy(long, 'I listened to his story with a glass of water.')).evidence, 'said')
            .length,
        1
    );
    t.deepEqual(ofKind((await read('I told the others.')).evidence, 'said'), []);
});

test('one equal word is enough for a short indicator, if it is no common verb, not in the question and no number', async (t) => {
    const short = {
        ...complaint,
        indicators: ['tells the manager', 'complains less', 'brings two towels', 'writes to the owner']
    };
    const found = async (answer: string) => ofKind((await readBy(short, answer)).evidence, 'said');
    t.deepEqual(await found('Then I went to the manager at once.'), ['tells the manager']);
    t.deepEqual(await found('I managed. I listened to each complaint. There were two of us.'), []);
    t.deepEqual(await found('I never went to the manager. I wrote a card.'), []);
});

test('one equal word is not enough for a negative indicator', async (t) => {
    t.deepEqual((await read('I cleaned the bath and blamed the weather.')).evidence, []);
});

test('a verb that is looked for is an act, elsewhere it can be a claim', async (t) => {
    const review = { ...complaint, indicators: ['reads the handbook first', 'knows the fire exits'] };
    const found = async (answer: string) => ofKind((await readBy(review, answer)).evidence, 'said');
    t.deepEqual(await found('I read the handbook first.'), ['reads the handbook first']);
    t.deepEqual(await found('I know the fire exits of my floor.'), ['knows the fire exits']);
    t.deepEqual(ofKind((await read('I understand telling the duty manager.')).evidence, 'said'), []);
});

test("a word or two in quotation marks count as the writer's term, unless doubted or cited", async (t) => {
    const editing = { ...complaint, indicators: ['second source', 'checklist'] };
    const kinds = async (answer: string) => (await readBy(editing, answer)).evidence.map(({ kind }) => kind);
    t.deepEqual(await kinds('I put it on the "checklist" at once.'), ['said']);
    t.deepEqual(await kinds('We call it a “second source” and I always want one.'), ['said']);
    t.deepEqual(await kinds("My so-called 'second source' was his brother."), ['quoted']);
    t.deepEqual(await kinds('I laid aside the supposed "checklist".'), ['quoted']);
    t.deepEqual(await kinds('I went along with what my boss calls a "second source".'), ['quoted']);
});

test('praise is not an account', async (t) => {
    const praised = {
        ...complaint,
        indicators: ['motivates the team', 'reliable notes', 'works hard at peaks']
    };
    const found = async (answer: string) => (await readBy(praised, answer)).evidence;
    const praise = await found('You are fair. I am highly motivated, hard-working and always reliable.');
    t.deepEqual(ofKind(praise, 'supposed'), ['works hard at peaks']);
    t.deepEqual(ofKind(praise, 'said'), []);
    const account = await found('I am calm and motivated the others. My notes were reliable.');
    t.deepEqual(ofKind(account, 'said'), ['motivates the team', 'reliable notes']);
});

test('a negation covers an indicator that continues with "until", and not the text after it', async (t) => {
    const rubric = { ...complaint, indicators: ['restarted until it worked', 'found the cause'] };
    const kinds = async (answer: string) => {
        const { evidence } = await readBy(rubric, answer);
        return [ofKind(evidence, 'said'), ofKind(evidence, 'denied')];
    };
    const [restarted = '', found = ''] = rubric.indicators;
    t.deepEqual(await kinds('I never restarted until it worked.'), [[], [restarted]]);
    t.deepEqual(await kinds('I restarted until it worked.'), [[restarted], []]);
    t.deepEqual(await kinds('I did not leave until I found the cause.'), [[found], []]);
});

test('negative indicators have the same kinds of evidence', async (t) => {
    const against = 'blames the housekeeping';
    t.deepEqual(ofKind((await read('I blamed the housekeeping for it.')).evidence, 'said'), [against]);
    t.deepEqual(ofKind((await read('I never blame the housekeeping.')).evidence, 'denied'), [against]);
    t.deepEqual(ofKind((await read('My boss blamed the housekeeping.')).evidence, 'by_others'), [against]);
    const cited = 'The poster said "never blame the housekeeping again" and I smiled.';
    t.deepEqual(ofKind((await read(cited)).evidence, 'said'), []);
});
