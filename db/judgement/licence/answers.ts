// The answers that a licence may be based on: labelled blind, and not by the sage's owner alone.
import { findUserById } from '../../accounts/users.ts';
import type { Snapshot } from '../../builds/reports.ts';
import type { Criterion } from '../../sages/sages.ts';
import type { Reader } from '../../store/index.ts';
import type { Grade } from './agreement.ts';
import { criterionDigestOf, digestsOf, type GoldLabelRow, type GoldSource } from '../gold.ts';
import { blindLabels, type Outline } from '../gold/reading.ts';

/** A person whose labels count, and the source of the labels. */
export interface Labeller {
    by: string;
    source: GoldSource;
    /** The person who imported the labels, if that is another one. */
    importedBy: string | null;
    labels: number;
}

type Labelled = { criterionId: string; labels: GoldLabelRow[] };
/** Leaves out answers to other criteria, and labels that were given under another question or other levels. */
export function onlyOf<Answer extends Labelled>(criteria: readonly Criterion[], answers: readonly Answer[]) {
    const digests = new Map(criteria.map((one) => [one.id, criterionDigestOf(one)]));
    return answers.flatMap((answer) => {
        const digest = digests.get(answer.criterionId);
        const labels = answer.labels.filter(({ criterionDigest: given }) => (given ?? digest) === digest);
        return digest === undefined || labels.length === 0 ? [] : [{ ...answer, labels }];
    });
}

/** Removes the answers that the prompts of a release contain: an evaluator is not measured on its own examples. */
export function notShown<Answer extends Pick<Outline, 'digest'>>(
    { examples = {} }: Pick<Snapshot, 'examples'>,
    answers: readonly Answer[]
) {
    const shown = new Set(
        Object.entries(examples).flatMap(([criterion, of]) =>
            of.flatMap(({ text }) => digestsOf(criterion, text))
        )
    );
    return answers.filter(({ digest }) => !shown.has(digest));
}

/** An answer with the labels that count for a licence: the first of each of two people who were logged in, blind. */
export type Twice<Answer extends Labelled> = Answer & { grades: readonly [Grade, Grade] };

/** Returns the answers that two people labelled here, in the order of their second labels. A label from a file names no account. */
export function twiceLabelled<Answer extends Labelled>(answers: readonly Answer[]): Twice<Answer>[] {
    const found = answers.flatMap((answer) => {
        const counting = answer.labels.filter(
            ({ blind, source, userId }) => blind && source !== 'file' && userId !== null
        );
        const [first] = counting;
        const second = counting.find(({ userId }) => userId !== first?.userId);
        if (!first || !second) return [];
        const labels = [first, second];
        return [
            { at: second.id, answer: { ...answer, labels, grades: [first.level, second.level] as const } }
        ];
    });
    return found.toSorted((a, b) => a.at - b.at).map(({ answer }) => answer);
}

/** Leaves out all but the first of near copies, as far as it was looked. */
export const firstOfCopies = <Answer extends { copyOf: number | null }>(answers: readonly Answer[]) =>
    answers.filter(({ copyOf }) => copyOf === null);

/** Returns the people who labelled these answers blind, most labels first. */
export async function labellersOf(on: Reader, answers: readonly Labelled[]): Promise<Labeller[]> {
    const byKey = new Map<string, Labeller>();
    for (const { byName, source, userId } of answers.flatMap(({ labels }) => blindLabels(labels))) {
        const user = source === 'file' && userId !== null ? await findUserById(on, userId) : undefined;
        const importedBy = user && user.login !== byName ? user.login : null;
        const key = JSON.stringify([byName.toLowerCase(), source, importedBy]);
        const known = byKey.get(key) ?? { by: byName, source, importedBy, labels: 0 };
        byKey.set(key, { ...known, labels: known.labels + 1 });
    }
    return Array.from(byKey.values()).toSorted((a, b) => b.labels - a.labels);
}
