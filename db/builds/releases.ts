import { LRUCache } from 'lru-cache';
import type { Snapshot } from './reports.ts';
import { artifactsOf } from './runs.ts';
import { Refusal } from '../store/refusal.ts';
import { type Criterion, evaluatorNames } from '../sages/sages.ts';
import type { Reader, Store } from '../store/index.ts';
import { oncePerHandle } from '../store/query.ts';

/** The questions, rubric and prompt of a tested sage, as its build froze them. */
export interface Release {
    runId: string;
    snapshot: Snapshot;
    prompt: string;
}

/** Returns the release of a completed build. Refuses: not_found. */
export async function findRelease(on: Reader, runId: string): Promise<Release> {
    const release = await releaseIfThere(on, runId);
    if (!release) throw new Refusal('not_found', 'Release not found.');
    return release;
}

/** Returns the release of a completed build, or undefined. */
export async function releaseIfThere(on: Reader, runId: string): Promise<Release | undefined> {
    const frozen = await artifactsOf(on, runId, ['snapshot', 'prompt', 'release', 'training']);
    const snapshot = frozen['snapshot'] as Snapshot | undefined;
    const prompt = frozen['prompt'] as { prompt: string } | undefined;
    if (!snapshot || !prompt || !frozen['release']) return undefined;
    const examples = examplesIn(snapshot, frozen['training'] as Pick<Snapshot, 'examples'> | undefined);
    return { runId, snapshot: readable({ ...snapshot, examples }), prompt: prompt.prompt };
}

/** A build of an earlier version tried its examples and kept those that helped; one before that used all that were marked. */
const examplesIn = (
    { examples: marked = {} }: Snapshot,
    trained: Pick<Snapshot, 'examples'> = { examples: {} }
) => trained.examples ?? marked;

/** Returns the versions of the contexts that a completed build froze. */
export async function contextsOfRelease(on: Reader, runId: string) {
    const { release } = await artifactsOf(on, runId, ['release']);
    return (release as { contexts: { id: string; version: number }[] } | undefined)?.contexts ?? [];
}

/** Replaces the withdrawn evaluator `rules` of an old release by `evidence`. */
export function readable(snapshot: Snapshot): Snapshot {
    const known = evaluatorNames.includes(snapshot.sage.evaluator);
    return known ? snapshot : { ...snapshot, sage: { ...snapshot.sage, evaluator: 'evidence' } };
}

/** The size limit of the criteria cache in characters of JSON, enough for some hundred sages. */
const largestCache = 4 * 1024 * 1024;

const criteriaCache = oncePerHandle(
    () =>
        new LRUCache<string, readonly Criterion[]>({
            maxSize: largestCache,
            sizeCalculation: (criteria) => JSON.stringify(criteria).length
        })
);

/**
 * Returns the criteria of the release of a completed build. They are cached, because a release never changes: its
 * artifacts are not read and parsed again for each answer that a candidate's page saves. Refuses: not_found.
 */
export async function findCriteria({ read }: Pick<Store, 'read'>, runId: string) {
    const cache = criteriaCache(read);
    const known = cache.get(runId);
    if (known) return known;
    const { criteria } = (await findRelease(read, runId)).snapshot;
    cache.set(runId, criteria);
    return criteria;
}

/** Returns the criteria of a release and its threshold. */
export interface Rubric {
    criteria: readonly Criterion[];
    threshold: number;
}

/** Returns the rubric that a build has frozen, or undefined. */
export async function rubricOf(on: Reader, runId: string): Promise<Rubric | undefined> {
    const { snapshot } = await artifactsOf(on, runId, ['snapshot']);
    const frozen = snapshot as Snapshot | undefined;
    return frozen && { criteria: frozen.criteria, threshold: frozen.sage.threshold };
}
