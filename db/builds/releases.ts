import type { Snapshot } from './reports.ts';
import { artifactsOf } from './runs.ts';
import { Refusal } from '../refusal.ts';
import type { CutOffs } from '../sages/results-templates.ts';
import type { Reader } from '../store.ts';

/** What a proved sage asks and judges by, frozen by the build that proved it. */
export interface Release {
    runId: string;
    snapshot: Snapshot;
    prompt: string;
    cutOffs: CutOffs;
}

/** The release of a completed build. Refuses: not_found. */
export async function findRelease(on: Reader, runId: string): Promise<Release> {
    const frozen = await artifactsOf(on, runId, ['snapshot', 'prompt', 'release']);
    const snapshot = frozen['snapshot'] as Snapshot | undefined;
    const prompt = frozen['prompt'] as { prompt: string } | undefined;
    const release = frozen['release'] as { cut_offs: CutOffs } | undefined;
    if (!snapshot || !prompt || !release) throw new Refusal('not_found', 'Release not found.');
    return { runId, snapshot, prompt: prompt.prompt, cutOffs: release.cut_offs };
}
