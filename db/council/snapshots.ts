import type { Snapshot } from '../builds/reports.ts';
import { findContexts } from '../sages/contexts.ts';
import { Refusal } from '../store/refusal.ts';
import { findTemplate } from '../sages/template-versions.ts';
import { compilePrompt } from '../sages/prompts.ts';
import { getSage, type SageRef } from '../sages/sages.ts';
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

/** Returns the prompt of a snapshot: pages show it, and a build freezes it and uses it. */
export const promptFor = (snapshot: Snapshot) =>
    compilePrompt({ ...snapshot, evaluatorRole: snapshot.sage.evaluatorRole });
