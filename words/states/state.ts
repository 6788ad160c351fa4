// A state as people read it: a label, a sentence that says what it means, and a tone. Each machine is a file of this folder.
import { compiled } from '../index.ts';

/** `good` ended well, `bad` needs a person, `busy` is running, `waiting` waits, `quiet` is over or has not started. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'quiet';

export interface State {
    tone: Tone;
    en: Texts;
    de: Texts;
}

interface Texts {
    label: string;
    /** An ICU message. */
    sentence: string;
}

type English = readonly [label: string, tone: Tone, sentence: string];
type German = readonly [label: string, sentence: string];

/** Returns the states of a machine by identifier. A state without German texts does not compile. */
export function machine<Id extends string>(
    en: Readonly<Record<Id, English>>,
    de: Readonly<Record<NoInfer<Id>, German>>
): Readonly<Record<Id, State>> {
    const stateOf = (id: Id): State => {
        const [label, tone, sentence] = en[id];
        const [germanLabel, germanSentence] = de[id];
        return { tone, en: { label, sentence }, de: { label: germanLabel, sentence: germanSentence } };
    };
    const ids = Object.keys(en) as Id[];
    return Object.fromEntries(ids.map((id) => [id, stateOf(id)])) as Record<Id, State>;
}

/** Returns the labels of some states of a machine by identifier, as a filter offers them: of all unless `ids` names some. */
export const labelsOf = <Id extends string>(
    states: Readonly<Record<Id, State>>,
    ids: readonly NoInfer<Id>[] = Object.keys(states) as Id[]
) => Object.fromEntries(ids.map((id) => [id, states[id].en.label]));

/** Returns the sentence of a state as its texts and, between them, the values that are no text. */
export const sentenceOf = <Value>({ en }: State, values: Readonly<Record<string, Value>>) =>
    compiled('en', en.label, en.sentence)
        .formatToParts(values as never)
        .map(({ value }) => value as string | Value);
