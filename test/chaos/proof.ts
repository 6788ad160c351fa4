// What a proof is, and when it holds.

export interface Proof {
    /** As in the list of promises: `P1`. */
    name: string;
    promise: string;
    /**
     * How many blows, stops, sages, ...: the short form is for every build of the project. The long form goes in portions,
     * each with an installation of its own; a twentieth of it, if nothing else is said.
     */
    rounds: { short: number; long: number; portion?: number };
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
    /** Of several portions the maximum counts, not the sum. */
    highest?: true;
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

/** What two portions of one proof have counted together. */
export function addUp(one: Figures, other: Figures): Figures {
    const names = new Set([...one, ...other].map(({ of }) => of));
    return Array.from(names, (name) =>
        [...one, ...other]
            .filter(({ of }) => of === name)
            .reduce((a, b) => (a.highest ? higher(a, b) : sum(a, b)))
    );
}

const higher = (a: Figure, b: Figure) => (b.count > a.count ? b : a);

const sum = (a: Figure, b: Figure): Figure => ({
    ...a,
    count: a.count + b.count,
    ...(a.atLeast !== undefined && { atLeast: a.atLeast + (b.atLeast ?? 0) }),
    ...(a.atMost !== undefined && { atMost: a.atMost + (b.atMost ?? 0) })
});

/** Counted is the highest of all portions, which may be bound. */
export const highest = (of: string, count: number, atMost?: number): Figure => ({
    count,
    of,
    highest: true,
    ...(atMost !== undefined && { atMost })
});

/** Nothing of this may happen. */
export const none = (of: string, count: number): Figure => ({ count, of, atMost: 0 });
