// Changes a sage and its results template together: the template has the role of its sage, and a changed template makes its sage
// stale.
import { type Done, record } from '../record/audit.ts';
import { eq, sql } from '../store/drizzle.ts';
import { placeholders, preparedWrite } from '../store/query.ts';
import { endIfStale } from '../judgement/licence.ts';
import { Refusal } from '../store/refusal.ts';
import { getSage, mayView, type SageRow, sages, type Viewer } from '../sages/sages.ts';
import {
    createTemplate,
    defaultTexts,
    getTemplate,
    type ResultsRow,
    type TemplateChanges,
    templateNotFound,
    type TemplateTexts,
    writeNextVersion
} from '../sages/template-versions.ts';
import { stepAfterEdit } from '../sages/workflow.ts';
import type { Reader, Tx } from '../store/index.ts';

/** The template, if this viewer may see its sage. Refuses: not_found. */
export async function visibleTemplate(on: Reader, id: string, viewer: Viewer): Promise<ResultsRow> {
    const template = await getTemplate(on, id);
    if (viewer.access === 'all' || mayView(viewer, await getSage(on, template.sageId))) return template;
    throw templateNotFound();
}

/** What no edit changes, by the names of the contract. */
export interface TemplateAsRead {
    id?: string | undefined;
    active?: boolean | undefined;
    version?: number | undefined;
    sage_id?: string | undefined;
}

interface TemplateEditor extends Done {
    /** The versions that the editor has seen; left out, any. */
    seen?: readonly number[] | undefined;
    /** What the editor sent back as it was read. */
    read?: TemplateAsRead;
}

/**
 * A soft update of a results template, as the backend API does it. Its sage takes over the role it is spoken in, and
 * becomes stale. Refuses: not_found; invalid_field for a field that cannot be changed; version_conflict for a template at
 * a version that the editor has not seen.
 */
export async function changeTemplate(
    tx: Tx,
    id: string,
    changes: TemplateChanges,
    { seen, read = {}, by, at }: TemplateEditor
) {
    const current = await getTemplate(tx, id);
    const { version: before } = current;
    if (seen && !seen.includes(before))
        throw new Refusal(
            'version_conflict',
            'This template changed since you opened it. Reload it and try again.'
        );
    assertAsRead(current, read);
    const template = await writeNextVersion(tx, current, changes, at);
    await updateSageOf(tx, template);
    const versions = { before: String(before), after: String(template.version) };
    await record(tx, { by, act: 'results.update', target: `results:${id}`, ...versions, at });
    return template;
}

function assertAsRead({ id, active, version, sageId }: ResultsRow, read: TemplateAsRead) {
    const fixed = { id: [id, read.id], active: [active, read.active], sage_id: [sageId, read.sage_id] };
    for (const [field, [stored, sent = stored]] of Object.entries(fixed))
        if (sent !== stored)
            throw new Refusal('invalid_field', `${field} cannot be changed. Send the value that you read.`, {
                field
            });
    if ((read.version ?? version) !== version)
        throw new Refusal(
            'version_conflict',
            'version is not the current one. Read the template again, then send your change.',
            { field: 'version' }
        );
}

/** Gives the sage the role of its changed template, makes it stale and ends its licence. */
async function updateSageOf(tx: Tx, { sageId, evaluatorRole, createdAt }: ResultsRow) {
    const { id, name, criteria, stepNumber, revision, releaseRunId } = await getSage(tx, sageId);
    await updateJudgement(tx, {
        id,
        evaluatorRole,
        revision: revision + 1,
        stepNumber: stepAfterEdit(stepNumber, { name, evaluatorRole, criteria, hasTemplate: true }),
        updatedAt: createdAt
    });
    await endIfStale(tx, releaseRunId ?? '', createdAt);
}

const updateJudgement = preparedWrite((tx) => {
    const { id, evaluatorRole, revision, stepNumber, updatedAt } = sages;
    const changed = placeholders({ evaluatorRole, revision, stepNumber, updatedAt });
    return tx
        .update(sages)
        .set(changed)
        .where(eq(id, sql.placeholder('id')));
});

interface SageEdit {
    name: string;
    texts: TemplateTexts | undefined;
    evaluatorRole: string;
    at: number;
}

/**
 * Writes the next version of a sage's template when an edit of the sage has new texts or another role, or creates the missing
 * template of an older sage. Returns its id.
 */
export async function writeTemplateOf(tx: Tx, sage: SageRow, { name, texts, evaluatorRole, at }: SageEdit) {
    if (sage.resultsId === null) {
        const owner = { sageId: sage.uuid, evaluatorRole, at };
        return (await createTemplate(tx, texts ?? defaultTexts({ name }), owner)).id;
    }
    if (texts || evaluatorRole !== sage.evaluatorRole) {
        const current = await getTemplate(tx, sage.resultsId);
        await writeNextVersion(tx, current, { evaluatorRole, ...texts }, at);
    }
    return sage.resultsId;
}
