// The catalogues of what candidates and customers read: whole, and the same in every language.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { assertFits, compiled, keys, namesIn, wordsIn, wordsOf } from '../../words/index.ts';

const folder = join(import.meta.dirname, '../../words');
const read = (language: string): Record<string, string> =>
    Object.assign(
        {},
        ...[`${language}.json`, `legal/${language}.json`].map((file) =>
            JSON.parse(readFileSync(join(folder, file), 'utf8'))
        )
    );
const languages = globSync('*.json', { cwd: folder }).map((file) => basename(file, '.json'));
const english = read('en');

for (const language of languages)
    test(`the catalogue ${language} has every message, each of them ICU, with the same values`, (t) => {
        const messages = read(language);
        t.deepEqual(Object.keys(messages), keys, 'in the order of the English one');
        for (const key of keys) {
            const names = (text?: string) => namesIn(compiled(language, key, text));
            t.deepEqual(names(messages[key]), names(english[key]), key);
            t.not(messages[key]?.trim(), '', key);
        }
    });

test('there are English and German; a message that is missing, unknown or no ICU message is named', (t) => {
    t.deepEqual(languages.toSorted(), ['de', 'en']);
    const { 'failure.title': _title, 'privacy.who': _who, ...fewer } = english;
    for (const [messages, message] of [
        [{ 'privacy.who': '', ...fewer }, 'words/xx.json: "failure.title" is missing.'],
        [{ 'failure.title': '', ...fewer }, 'words/legal/xx.json: "privacy.who" is missing.'],
        [{ ...english, more: '' }, 'words/xx.json: "more" is no message of the English catalogue.']
    ] as const)
        t.throws(() => wordsOf('xx', messages), { message });
    t.throws(() => wordsOf('xx', { ...english, 'failure.title': '{' }).say('failure.title'), {
        message: /^words\/xx\.json: "failure\.title" is no ICU message: /
    });
});

test('a message that uses an unknown value is reported when the catalogue is loaded', (t) => {
    const asking = (text: string) => () => assertFits('xx', { ...english, 'landing.title': text });
    t.notThrows(asking('{position}'));
    t.notThrows(asking('Questions'));
    for (const text of ['{title}', '{position, select, other {{title}}}'])
        t.throws(asking(text), {
            message: 'words/xx.json: "landing.title" asks for {title}, which is not known there.'
        });
});

test('the first language with a catalogue is chosen, a country within it too, and else English', (t) => {
    for (const [wanted, language] of [
        [['de'], 'de'],
        [['de-AT'], 'de'],
        [['DE'], 'de'],
        [['fr', 'de'], 'de'],
        [['en', 'de'], 'en'],
        [[undefined, 'fr', ''], 'en'],
        [[], 'en']
    ] as const)
        t.is(wordsIn(wanted).language, language);
});

test('dates, numbers and durations are written by the rules of the language', (t) => {
    const at = Date.UTC(2026, 1, 3, 16, 5);
    t.is(wordsIn(['de']).moment(at, 'Europe/Berlin'), '3. Februar 2026 um 17:05 Uhr (Europe/Berlin)');
    t.is(wordsIn(['en']).moment(at, 'UTC'), '3 February 2026 at 16:05 (UTC)');
    t.deepEqual(
        [0, 1, 60].map((minutes) => wordsIn(['de']).minutes(minutes)),
        ['weniger als eine Minute', 'eine Minute', '60 Minuten']
    );
    t.regex(wordsIn(['de']).say('question.too-long', { over: 12_345 }), /12\.345 Zeichen/);
});
