// Copies of sages. A copy was never built, so its author may build it.
import { type AuditActor, record } from '../record/audit.ts';
import type { Tx } from '../store/index.ts';
import { createSage } from './edits.ts';
import { type SageRow, setFields } from '../sages/sages.ts';
import { findTemplate, type TemplateTexts } from '../sages/template-versions.ts';

interface Copying {
    name: string | undefined;
    by: AuditActor & { id: number };
    at: number;
}

/**
 * Creates a sage of this user that evaluates like another one does now. Gold, screens, reviewers and the demo key are not copied;
 * confirmed words and approved test answers are.
 */
export async function copySage(tx: Tx, sage: SageRow, { name, by, at }: Copying) {
    const { evaluatorRole, criteria, contextIds, evaluator, threshold, language } = sage;
    const judgement = { evaluatorRole, criteria, contextIds, evaluator, threshold, language };
    const results = await textsOf(tx, sage.resultsId);
    const fields = { ...judgement, name: name ?? nameOfCopy(sage.name), ...(results && { results }) };
    const { id } = await createSage(tx, fields, { by: by.id, at });
    await record(tx, { by, act: 'sage.copy', target: `sage:${id}`, note: `of sage:${sage.id}`, at });
    return setFields(tx, id, { confirmedWords: sage.confirmedWords, criteria });
}

const mark = ' (copy)';
const longestName = 200;

const nameOfCopy = (name: string) => name.slice(0, longestName - mark.length).toWellFormed() + mark;

async function textsOf(tx: Tx, id: string | null): Promise<TemplateTexts | undefined> {
    const template = id === null ? undefined : await findTemplate(tx, id);
    if (!template) return undefined;
    const { name, intro, directions, outputFormat, recommendation, metaData } = template;
    return { name, intro, directions, outputFormat, recommendation, metaData };
}
