// Near copies of an answer: however often one answer is numbered, reordered or misspelt, it counts once.

/** What is compared of a text. */
export interface Sketch {
    /** Digests of its runs of five letters, smallest first: all of them, or the smallest 400. */
    hashes: Uint32Array;
    complete: boolean;
    /** The text itself, for where it has no such run. */
    words: string;
}

const run = 5;
const most = 400;
/** Two texts with fewer runs than this are compared by all that both have, or chance would join them. */
const few = 30;
const threshold = 0.6;

/** Letters and single spaces: case, digits, punctuation and hidden characters do not distinguish answers. */
const lettersOf = (text: string) =>
    text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\s]/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim();

/** FNV-1a over each run of five letters. */
function runsOf(letters: string) {
    const runs = new Set<number>();
    for (let at = 0; at + run <= letters.length; at += 1) {
        let hash = 0x811c9dc5;
        for (let i = at; i < at + run; i += 1) hash = Math.imul(hash ^ letters.charCodeAt(i), 0x01000193);
        runs.add(hash >>> 0);
    }
    return runs;
}

/** Returns the part of an answer that is compared: words of the question are common to all. */
export function sketchOf(text: string, question: string): Sketch {
    const words = lettersOf(text);
    const own = Uint32Array.from(runsOf(words).difference(runsOf(lettersOf(question)))).sort();
    return { hashes: own.subarray(0, most), complete: own.length <= most, words };
}

/** Whether two answers to one criterion are near copies: one contains 60 % of the other. */
export function areNearCopies(a: Sketch, b: Sketch) {
    if (a.hashes.length === 0 || b.hashes.length === 0) return a.words === b.words;
    const end = Math.min(endOf(a), endOf(b)); // an unfinished sketch says nothing of what is larger
    const { left, right, shared } = overlap(a.hashes, b.hashes, end);
    const smaller = Math.min(left, right);
    const whole = smaller >= few ? smaller : left + right - shared;
    return whole > 0 && shared / whole >= threshold;
}

const endOf = ({ complete, hashes }: Sketch) => (complete ? Infinity : (hashes.at(-1) ?? 0));

/** How many digests up to `end` each list has, and how many both have. */
function overlap(a: Uint32Array, b: Uint32Array, end: number) {
    const left = lengthUpTo(a, end);
    const right = lengthUpTo(b, end);
    let shared = 0;
    for (let i = 0, j = 0; i < left && j < right;) {
        const one = a[i] ?? 0;
        const other = b[j] ?? 0;
        if (one === other) shared += 1;
        if (one <= other) i += 1;
        if (other <= one) j += 1;
    }
    return { left, right, shared };
}

function lengthUpTo(hashes: Uint32Array, end: number) {
    let length = hashes.length;
    while (length > 0 && (hashes[length - 1] ?? 0) > end) length -= 1;
    return length;
}

/** Comparisons between two turns of the event loop: a few milliseconds. */
const stretch = 1000;

/**
 * Joins near copies of one criterion into groups, and returns for each answer the place of the first of its group. An answer that
 * is like two groups joins them.
 */
export async function firstOfEach(sketches: readonly Sketch[], yieldNow: () => Promise<void>) {
    const first: number[] = [];
    let compared = 0;
    for (const [place, sketch] of sketches.entries()) {
        const alike = new Set<number>();
        for (let other = 0; other < place; other += 1) {
            const [group = other, known] = [first[other], sketches[other]];
            if (!alike.has(group) && known && areNearCopies(known, sketch)) alike.add(group);
            compared += 1;
            if (compared % stretch === 0) await yieldNow();
        }
        const lowest = Math.min(place, ...alike);
        for (const [other, group] of first.entries()) if (alike.has(group)) first[other] = lowest;
        first.push(lowest);
    }
    return first;
}
