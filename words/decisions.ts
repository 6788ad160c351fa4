// The text that notifies a candidate of a decision: a default that an administrator may replace, with placeholders.
import { type Key, wordsIn } from './index.ts';

/** The places in a text, each filled in when an email is written. */
export const places = ['name', 'position', 'organisation'] as const;
type Values = Readonly<Record<(typeof places)[number], string>>;

const open = Object.fromEntries(places.map((place) => [place, `{${place}}`]));

/** Our words in a language, with their places left open. */
export const decidedWords = (decision: 'advanced' | 'rejected' | 'hired', language: string) =>
    wordsIn([language]).say(`mail.decided.${decision}` satisfies Key, open);

const place = /\{(\w*)\}/g;

/** A text with its places filled in; the inserted text is not expanded again. */
export const filledIn = (text: string, values: Values) =>
    text.replaceAll(place, (whole, name: string) => (isPlace(name) ? values[name] : whole));

const isPlace = (name: string): name is keyof Values => (places as readonly string[]).includes(name);

/** The first brace in a text that is not a part of a placeholder, with what follows it. */
export const unknownPlace = (text: string) =>
    /\{[^{}\n]*\}?|\}/.exec(
        text.replaceAll(place, (whole, name: string) => (isPlace(name) ? ' ' : whole))
    )?.[0];
