// What a candidate is told of a decision: our words, which an administrator may replace, with places to fill in.
import { type Key, wordsIn } from './index.ts';

/** The places in a text, each filled in when a mail is written. */
export const places = ['name', 'position', 'organisation'] as const;
type Values = Readonly<Record<(typeof places)[number], string>>;

const open = Object.fromEntries(places.map((place) => [place, `{${place}}`]));

/** Our words in a language, with their places left open. */
export const decidedWords = (decision: 'advanced' | 'rejected' | 'hired', language: string) =>
    wordsIn([language]).say(`mail.decided.${decision}` satisfies Key, open);

const place = /\{(\w*)\}/g;

/** A text with its places filled in; what is filled in is not looked at again. */
export const filledIn = (text: string, values: Values) =>
    text.replaceAll(place, (whole, name: string) => (isPlace(name) ? values[name] : whole));

const isPlace = (name: string): name is keyof Values => (places as readonly string[]).includes(name);

/** The first brace in a text that begins or ends no place, with what follows it. */
export const unknownPlace = (text: string) =>
    /\{[^{}\n]*\}?|\}/.exec(
        text.replaceAll(place, (whole, name: string) => (isPlace(name) ? ' ' : whole))
    )?.[0];
