// The commands of a model-checked property: fast-check chooses them, mixes them and makes a failure short.
import fc from 'fast-check';

/** A command that always may be given; a failure shows its name and what was chosen. */
export function command<Chosen, Model extends object, Real>(
    name: string,
    chosen: fc.Arbitrary<Chosen>,
    run: (model: Model, real: Real, chosen: Chosen) => Promise<void>
): fc.Arbitrary<fc.AsyncCommand<Model, Real>> {
    return chosen.map((choice) => ({
        check: () => true,
        run: (model: Model, real: Real) => run(model, real, choice),
        toString: () => `${name}(${JSON.stringify(choice)})`
    }));
}

/** Any of what is there at the time, however much that is. */
export const any = fc.nat({ max: 1000 });
export const pick = <T>(from: readonly T[], choice: number) => from[choice % from.length];
