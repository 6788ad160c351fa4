// The words that candidates and customers read: one catalogue of messages (ICU) per language. Each has a file in this folder,
// and one in legal/ for the texts that a lawyer reads before their meaning changes.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import ordinary from './en.json' with { type: 'json' };
import legal from './legal/en.json' with { type: 'json' };

const english = { ...ordinary, ...legal };

export type Key = keyof typeof english;
export type Values = Readonly<Record<string, string | number>>;
type Messages = Readonly<Record<string, string>>;

/** The words of one language. */
export interface Words {
    /** As a BCP 47 tag, for `lang`. */
    language: string;
    say: (key: Key, values?: Values) => string;
    /** The message as its texts and, between them, the values. */
    parts<Part extends object>(key: Key, values: Record<string, string | number | Part>): (string | Part)[];
    /** A date with its time, and the zone named: the reader may be in another. */
    moment: (at: number, timeZone: string) => string;
    /** A date alone. */
    day: (at: number, timeZone: string) => string;
    /** An amount in a currency, or as a plain number where that is empty. */
    price: (amount: `${number}`, currency: string) => string;
    /** So many whole minutes, such as `one minute`. */
    minutes: (minutes: number) => string;
}

/** A catalogue. Throws where a message is missing or unknown; each is compiled when it is first used. */
export function wordsOf(language: string, messages: Messages): Words {
    for (const key of keys) if (!Object.hasOwn(messages, key)) throw mistake(language, key, 'is missing');
    const unknown = Object.keys(messages).find((key) => !Object.hasOwn(english, key));
    if (unknown !== undefined) throw mistake(language, unknown, 'is no message of the English catalogue');
    const find = memoised((key: Key) => compiled(language, key, messages[key]));
    const say: Words['say'] = (key, values = {}) => String(find(key).format(values));
    const moments = memoised((timeZone: string) => dateFormat(language, timeZone, 'short'));
    const days = memoised((timeZone: string) => dateFormat(language, timeZone));
    const prices = memoised((currency: string) => priceFormat(language, currency));
    return {
        language,
        say,
        parts: (key, values) => find(key).formatToParts(values).map(valueOf) as never,
        moment: (at, timeZone) =>
            say('time.moment', { moment: moments(timeZone).format(at), zone: timeZone }),
        day: (at, timeZone) => days(timeZone).format(at),
        price: (amount, currency) => prices(currency).format(amount),
        minutes: (minutes) => say('time.minutes', { minutes })
    };
}

/** The names of all messages. */
export const keys = Object.keys(english) as Key[];

const valueOf = ({ value }: { value: unknown }) => value;

/** A message as ICU has it. Throws where it is none. */
export function compiled(language: string, key: string, message = '') {
    try {
        return new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    } catch (error) {
        throw mistake(language, key, `is no ICU message: ${error instanceof Error ? error.message : ''}`);
    }
}

/** The names that a message has values for, those inside its choices too. */
export const namesIn = (message: IntlMessageFormat) =>
    [...new Set(placeholders(message.getAst()))].toSorted();

function placeholders(elements: readonly object[]): string[] {
    return elements.flatMap((element) => {
        const { type, value, options = {} } = element as { type: number; value: string; options?: object };
        const choices = Object.values(options) as { value: object[] }[];
        const inner = choices.flatMap((choice) => placeholders(choice.value));
        return type === 0 || type === 7 ? inner : [value, ...inner]; // a text, and the # of a plural
    });
}

/** Throws where a message is none of ICU, or asks for a value that its page has not: who reads it would see a failure. */
export function assertFits(language: string, messages: Messages) {
    for (const key of keys) {
        const known = namesIn(compiled('en', key, english[key]));
        const strange = namesIn(compiled(language, key, messages[key])).find((name) => !known.includes(name));
        if (strange !== undefined)
            throw mistake(language, key, `asks for {${strange}}, which is not known there`);
    }
}

const mistake = (language: string, key: string, what: string) =>
    new Error(`words/${Object.hasOwn(legal, key) ? 'legal/' : ''}${language}.json: "${key}" ${what}.`);

const dateFormat = (language: string, timeZone: string, timeStyle?: 'short') =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
        dateStyle: 'long',
        timeStyle,
        timeZone
    });

const priceFormat = (language: string, currency: string) =>
    new Intl.NumberFormat(
        language === 'en' ? 'en-US' : language,
        currency === '' ? { minimumFractionDigits: 2 } : { style: 'currency', currency }
    );

function memoised<Name, Made>(make: (name: Name) => Made) {
    const made = new Map<Name, Made>();
    return (name: Name) => {
        const known = made.get(name) ?? make(name);
        made.set(name, known);
        return known;
    };
}

/** Tested, not checked at the start: compiling them all would slow down each start. */
const proved = ['en', 'de'];

/** The messages of one file; a missing file has none, and the first message that it should have is named. */
function messagesOf(file: string) {
    const path = join(import.meta.dirname, file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Messages) : {};
}

function load(file: string): [string, Words] {
    const language = basename(file, '.json');
    const messages = { ...messagesOf(file), ...messagesOf(`legal/${file}`) };
    const words = wordsOf(language, messages);
    if (!proved.includes(language)) assertFits(language, messages);
    return [language.toLowerCase(), words];
}

const catalogues = new Map(globSync('*.json', { cwd: import.meta.dirname }).map(load));
/** The languages that have a catalogue, as they are looked up: in small letters, English first. */
export const languages = ['en', ...[...catalogues.keys()].filter((one) => one !== 'en').sort()];
const englishWords = wordsOf('en', english);

/** The words of the first of these languages that has a catalogue, `de` for `de-AT` too; else English. */
export function wordsIn(languages: readonly (string | undefined)[]): Words {
    const tags = languages.flatMap((language = '') => [language.toLowerCase(), language.split('-', 1)[0]]);
    const [found = englishWords] = tags.flatMap((tag = '') => catalogues.get(tag) ?? []);
    return found;
}
