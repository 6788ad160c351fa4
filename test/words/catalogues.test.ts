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

test('English and German are there', (t) => {
    t.deepEqual(languages.toSorted(), ['de', 'en']);
});

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

test('a message that is missing, unknown or no ICU message is named', (t) => {
    const { 'failure.title': _, ...fewer } = english;
    t.throws(() => wordsOf('xx', fewer), { message: 'words/xx.json: "failure.title" is missing.' });
    t.throws(() => wordsOf('xx', { ...english, more: '' }), {
        message: 'words/xx.json: "more" is no message of the English catalogue.'
    });
    t.throws(() => wordsOf('xx', { ...english, 'failure.title': '{' }).say('failure.title'), {
        message: /^words\/xx\.json: "failure\.title" is no ICU message: /
    });
});

test('an error in a text for lawyers names its own file', (t) => {
    const { 'privacy.who': _, ...fewer } = english;
    t.throws(() => wordsOf('xx', fewer), { message: 'words/legal/xx.json: "privacy.who" is missing.' });
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
    const chosen = (...wanted: (string | undefined)[]) => wordsIn(wanted).language;
    t.is(chosen('de'), 'de');
    t.is(chosen('de-AT'), 'de');
    t.is(chosen('DE'), 'de');
    t.is(chosen('fr', 'de'), 'de');
    t.is(chosen('en', 'de'), 'en');
    t.is(chosen(undefined, 'fr', ''), 'en');
    t.is(chosen(), 'en');
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
