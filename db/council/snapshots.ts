import type { Snapshot } from '../builds/reports.ts';
import { findContexts } from '../sages/contexts.ts';
import { goldExamples } from '../judgement/gold/examples.ts';
import { Refusal } from '../store/refusal.ts';
import { findTemplate } from '../sages/template-versions.ts';
import { compilePrompt } from '../sages/prompts.ts';
import { getSage, givesLevels, type SageRef } from '../sages/sages.ts';
import type { Reader } from '../store/index.ts';

/** Returns all inputs of a sage's evaluation, as they are now, with versions. Refuses: wrong_state without a template. */
export async function takeSnapshot(on: Reader, ref: SageRef): Promise<Snapshot> {
    const sage = await getSage(on, ref);
    const template = await findTemplate(on, sage.resultsId ?? '');
    if (!template) throw new Refusal('wrong_state', 'This sage has no results template.');
    const { id, uuid, name, evaluatorRole, threshold, evaluator, language, criteria, confirmedWords } = sage;
    const { version, intro, directions, outputFormat: output_format, recommendation } = template;
    const known = await findContexts(on, sage.contextIds);
    return {
        sage: { id, uuid, name, evaluatorRole, threshold, evaluator, language, confirmedWords },
        criteria,
        contexts: known.map(({ id, version, name, context }) => ({ id, version, name, context })),
        results: {
            id: template.id,
            version,
            intro,
            directions,
            output_format,
            recommendation
        }
    };
}

/** The same for a build, with the labelled answers that are examples in the prompts of others. */
export async function snapshotToBuild(on: Reader, ref: SageRef): Promise<Snapshot> {
    const snapshot = await takeSnapshot(on, ref);
    if (!givesLevels(snapshot.sage.evaluator)) return snapshot;
    return {
        ...snapshot,
        examples: await goldExamples(on, { id: snapshot.sage.id, criteria: snapshot.criteria })
    };
}

/** Returns the prompt of a snapshot: pages show it, and a build freezes it and uses it. */
export const promptFor = (snapshot: Snapshot) =>
    compilePrompt({ ...snapshot, evaluatorRole: snapshot.sage.evaluatorRole });
