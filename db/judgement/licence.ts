// Whether an evaluator may advise: on answers that people labelled it must have agreed with them.
import { artifactsOf } from '../builds/runs.ts';
import type { Reader } from '../store.ts';

/** Whether the release of this run is licensed to recommend, as it is stored with the release. */
export async function isLicensed(on: Reader, releaseRunId: string): Promise<boolean> {
    const { licence } = await artifactsOf(on, releaseRunId, ['licence']);
    return (licence as { licensed?: boolean } | undefined)?.licensed === true;
}
