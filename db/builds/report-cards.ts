import { emptyReport, type Snapshot, type StepReport } from './reports.ts';
import { artifacts, type RunRow, stepsOf } from './runs.ts';
import { users } from '../accounts/users.ts';
import type { ConfirmedWord } from '../sages/sages.ts';
import { eq, inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';

export type BuildReport = Awaited<ReturnType<typeof buildReport>>;

/** Returns a run with the report of each step, the language of its answers, the words that its author confirmed, its release if completed, and the digests of its artifacts by name. */
export async function buildReport(on: Reader, run: RunRow) {
    const frozen = await on.select().from(artifacts).where(eq(artifacts.runId, run.runId));
    const bodyOf = (name: string) => frozen.find((artifact) => artifact.name === name)?.body;
    const steps = (await stepsOf(on, run.runId)).map((step) => ({
        step,
        report: (bodyOf(`report:${step.name}`) as StepReport | undefined) ?? emptyReport()
    }));
    const digests = Object.fromEntries(frozen.map(({ name, sha256 }) => [name, sha256]));
    const snapshot = bodyOf('snapshot') as Snapshot | undefined;
    return {
        run,
        steps,
        language: snapshot?.sage.language ?? 'en',
        confirmedWords: await withNames(on, snapshot?.sage.confirmedWords ?? []),
        release: bodyOf('release') ?? null,
        digests
    };
}

/** Each with the name of the person who confirmed it; null where that is not a user. */
async function withNames(on: Reader, words: readonly ConfirmedWord[]) {
    const ids = words.flatMap(({ by }) => (by === null ? [] : [by]));
    const people = ids.length === 0 ? [] : await on.select().from(users).where(inArray(users.id, ids));
    const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
    return words.map(({ word, reason, by }) => ({ word, reason, by: names.get(by ?? 0) ?? null }));
}
