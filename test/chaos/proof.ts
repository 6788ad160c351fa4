// What a proof is, and when it holds.

export interface Proof {
    /** As in the list of promises: `P1`. */
    name: string;
    promise: string;
    /** How many blows, stops, sages, ...: the short form is for every build of the project. */
    rounds: { short: number; long: number };
    /** It measures times or fills the machine: no other proof runs at the same time as its short form. */
    alone?: true;
    run(trial: Trial): Promise<Figures>;
    /** The guards without which this proof must miss its gate. */
    sabotages: readonly Sabotage[];
}

export interface Trial {
    short: boolean;
    rounds: number;
    /** For what is drawn at random and should be drawn the same again. */
    seed: number;
    report: (done: number, of: number) => void;
}

/** What was counted, and between which bounds it must be. */
export interface Figure {
    count: number;
    of: string;
    atLeast?: number;
    atMost?: number;
}
export type Figures = readonly Figure[];

/** A guard taken out of the product, by exact replacements. */
interface Sabotage {
    guard: string;
    edits: readonly Edit[];
}

export interface Edit {
    file: string;
    /** The file holds it once. */
    find: string;
    /** Nothing, if nothing is said. */
    replace?: string;
}

export const without = (guard: string, ...edits: readonly Edit[]): Sabotage => ({ guard, edits });

export function holds(figures: Figures) {
    return figures.every(
        ({ count, atLeast = -Infinity, atMost = Infinity }) => count >= atLeast && count <= atMost
    );
}

/** One line: `P1  15 kills, 1,204 acknowledged, 0 lost  ok`. */
export function figureLine({ name }: Proof, figures: Figures) {
    const reported = figures.map(({ count, of }) => `${count.toLocaleString('en-US')} ${of}`).join(', ');
    return `${name}  ${reported}  ${holds(figures) ? 'ok' : 'missed'}`;
}

/** The highest that was measured, which may be bound. */
export const highest = (of: string, count: number, atMost?: number): Figure => ({
    count,
    of,
    ...(atMost !== undefined && { atMost })
});

/** Nothing of this may happen. */
export const none = (of: string, count: number): Figure => ({ count, of, atMost: 0 });
