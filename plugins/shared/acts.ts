// What the audit log says of each act, as a sentence: acts.json has one for each. An act that it lacks is shown as it is.
import sentences from './acts.json' with { type: 'json' };
import { compiled } from '../../words/index.ts';

/** {who} and {what} are names and links; {after} is the new state as the log has it, or a name. */
export const acts: Readonly<Record<string, string>> = sentences;

/** Returns the sentence of an act as its texts and, between them, the values; the name of the act itself where it has none. */
export const sentenceOfAct = <Value>(
    act: string,
    values: Readonly<Record<'who' | 'what' | 'after', Value>>
) => {
    const message = (Object.hasOwn(acts, act) && acts[act]) || `{who}: ${act} {what}`;
    return compiled('en', act, message)
        .formatToParts(values as never)
        .map(({ value }) => value as string | Value);
};
