// What is true of a parser whatever it is given.
import test from 'ava';
import fc from 'fast-check';
import { Refusal } from '../../db/store/refusal.ts';
import { casesOr } from '../support/runs/size.ts';

/** A test: `holds` throws, or returns false, where it is not true of a value. The examples are tried first. */
export function property<Value>(
    name: string,
    values: fc.Arbitrary<Value>,
    holds: (value: Value) => boolean | void | Promise<boolean | void>,
    examples: readonly Value[] = []
) {
    const tried = fc.asyncProperty(values, async (value) => (await holds(value)) !== false);
    test(name, async (t) => {
        await fc.assert(tried, { numRuns: casesOr(60), examples: examples.map((one) => [one]) });
        t.pass();
    });
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
