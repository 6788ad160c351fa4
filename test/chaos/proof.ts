// What a proof is, and when it holds.

export interface Proof {
    /** As in the list of promises: `P1`. */
    name: string;
    promise: string;
    /** How many blows, stops, sages, ...: the short form is for every build of the project. */
    rounds: { short: number; long: number };
    run(trial: Trial): Promise<Figures>;
    /** The guards without which this proof must miss its gate. */
    sabotages: readonly Sabotage[];
}

export interface Trial {
    short: boolean;
    rounds: number;
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
export interface Sabotage {
    without: string;
    edits: readonly Edit[];
}

export interface Edit {
    file: string;
    find: string;
    replace: string;
}

export function holds(figures: Figures) {
    return figures.every(
        ({ count, atLeast = -Infinity, atMost = Infinity }) => count >= atLeast && count <= atMost
    );
}

/** One line: `P1  15 kills, 1,204 acknowledged, 0 lost  ok`. */
export function figureLine({ name }: Proof, figures: Figures) {
    const told = figures.map(({ count, of }) => `${count.toLocaleString('en-US')} ${of}`).join(', ');
    return `${name}  ${told}  ${holds(figures) ? 'ok' : 'missed'}`;
}

/** Nothing of this may happen. */
export const none = (of: string, count: number): Figure => ({ count, of, atMost: 0 });
