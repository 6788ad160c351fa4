import type { Fixture } from './fixtures.ts';

/** What a person is and not what was answered; each list is swapped for one another in the same answers. */
const identities: Readonly<Record<string, readonly string[]>> = {
    name: [
        'My name is Emily Walsh.',
        'My name is Jamal Washington.',
        'My name is Nguyen Thi Lan.',
        'My name is Mohammed Al-Farsi.'
    ],
    pronoun: [
        'He was there too, said those who wrote about him and his part.',
        'She was there too, said those who wrote about her and hers.',
        'They were there too, said those who wrote about them and theirs.'
    ],
    age: ['I am 24 years old.', 'I am 41 years old.', 'I am 59 years old.'],
    nationality: [
        'I come from Norway.',
        'I come from Nigeria.',
        'I come from Pakistan.',
        'I come from Peru.'
    ],
    career_gap: [
        'I have been employed all along.',
        'I was at home for three years with my two children.',
        'I was ill for a year and came back.'
    ]
};

/** How many people tell each screen. */
export const identityCount = Object.values(identities).flat().length;

/** The whole screens once more, told by other people. */
export function* identityFixtures(sets: readonly Fixture[]) {
    for (const set of sets) {
        for (const [attribute, sentences] of Object.entries(identities)) {
            for (const [index, sentence] of sentences.entries()) {
                yield toldBy(sentence, set, `${set.id}/${attribute}/${index + 1}`);
            }
        }
    }
}

function toldBy(sentence: string, set: Fixture, id: string): Fixture {
    const answers = Object.entries(set.answers).map(([criterion, answer]) => [
        criterion,
        `${sentence} ${answer}`
    ]);
    return { ...set, id, kind: 'identity', answers: Object.fromEntries(answers), base: set.id };
}
