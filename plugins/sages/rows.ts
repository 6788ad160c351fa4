// Sages as authors send them, in the names of the wire.
import type { SageChanges, SageFields } from '../../db/sages/edits.ts';
import type { TemplateTexts } from '../../db/sages/template-versions.ts';

export type TemplateBody = Omit<TemplateTexts, 'outputFormat'> & { output_format: string };

export interface SageBody extends Omit<SageFields, 'evaluatorRole' | 'contextIds' | 'results'> {
    evaluator_role: string;
    context_ids: string[];
    results?: TemplateBody;
}

/** A change may also name who reviews the screens of the sage. */
export type SagePatch = Partial<SageBody> & Pick<SageChanges, 'reviewers'>;

/** The fields of a sage, or those of them that a change names. */
export function sageFieldsOf(body: SageBody): SageFields;
export function sageFieldsOf(body: SagePatch): SageChanges;
export function sageFieldsOf({
    evaluator_role: evaluatorRole,
    context_ids: contextIds,
    results,
    ...same
}: SagePatch) {
    return {
        ...same,
        ...(evaluatorRole !== undefined && { evaluatorRole }),
        ...(contextIds !== undefined && { contextIds }),
        ...(results && { results: textsOf(results) })
    };
}

const textsOf = ({ output_format: outputFormat, ...same }: TemplateBody): TemplateTexts => ({
    ...same,
    outputFormat
});
