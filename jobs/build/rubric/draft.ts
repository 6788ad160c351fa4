// Checks the draft of a sage for the errors that a build would find without an evaluator.
import type { Gate, Snapshot } from '../../../db/builds/reports.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { fits } from '../steps/creating-sage.ts';
import { templateGate } from '../steps/starting.ts';
import { lintRubric } from './lint.ts';

/** Returns the gates of the first two steps that need no evaluator and no credits. */
export const checkDraft = async (draft: Snapshot): Promise<Gate[]> => [
    templateGate(draft),
    ...(await lintRubric(draft, new AbortController().signal)),
    fits(promptFor(draft).prompt.length)
];
