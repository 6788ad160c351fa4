// What is true of a parser whatever it is given. `npm test` tries each sixty times, `npm run fuzz` as often as time allows.
import fc from 'fast-check';
import { Refusal } from '../../db/store/refusal.ts';

type How = Pick<fc.Parameters, 'seed' | 'numRuns' | 'path' | 'interruptAfterTimeLimit' | 'endOnFailure'>;

export interface Tried {
    values: number;
    failure?: Failure;
}

interface Failure {
    seed: number;
    /** Which value of the seed it was that failed, before it was made smaller. */
    run: number;
    message: string;
}

export interface Property {
    name: string;
    check: (how: How) => Promise<Tried>;
}

/** `holds` throws, or returns false, where it is not true of a value. */
export function property<Value>(
    name: string,
    values: fc.Arbitrary<Value>,
    holds: (value: Value) => boolean | void | Promise<boolean | void>
): Property {
    const tried = fc.asyncProperty(values, async (value) => (await holds(value)) !== false);
    return { name, check: async (how) => outcome(await fc.check(tried, how)) };
}

function outcome<Values>(details: fc.RunDetails<Values>): Tried {
    const { numRuns: values, failed, counterexample, seed, counterexamplePath } = details;
    if (!failed) return { values };
    if (counterexample === null) return { values }; // the time was over
    const run = Number(String(counterexamplePath).split(':', 1)[0]);
    return {
        values,
        failure: {
            seed,
            run,
            message: `${fc.defaultReportMessage(details)}\n${String(details.errorInstance)}`
        }
    };
}

/** What `work` returns; undefined where it refuses. Any other error is one. */
export async function unlessRefused<T>(work: () => T | Promise<T>) {
    try {
        return await work();
    } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
    }
}

const odd = /[\u0000\u202A-\u202E\u2066-\u2069]/; // oxlint-disable-line no-control-regex

/** Any text that our surfaces take as it is: of all of Unicode, without what they refuse or take out. */
export const plainText = fc
    .string({ unit: 'binary', maxLength: 30 })
    .filter((text) => text.isWellFormed() && !odd.test(text));

/** What is refused in any text. */
export const refusedText = fc.constantFrom('\0', '\ud800', '\udc00');

/** Text of few characters, so that what means something to a parser is frequent. */
export const textOf = (characters: string, maxLength = 60) =>
    fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength });
