// The workflow that a sage completes before it may evaluate candidates.
export const workflow = { details: 1, criteria: 2, contexts: 3, build: 4, testing: 5, deploy: 6 } as const;

/** The parts of a sage that the first steps of the workflow ask for. */
interface Parts {
    name: string;
    evaluatorRole: string;
    criteria: readonly unknown[];
    hasTemplate: boolean;
}

/** The missing parts of a sage, by the names of its fields and in words, with what to do and the step that requires each. */
export function missingFields({ name, evaluatorRole, criteria, hasTemplate }: Parts) {
    const parts = [
        {
            field: 'name',
            says: 'name',
            remedy: 'Enter the name of the job',
            step: workflow.details,
            isThere: name !== ''
        },
        {
            field: 'evaluator_role',
            says: 'evaluator_role (evaluator role)',
            remedy: 'Describe the role of the evaluator',
            step: workflow.details,
            isThere: evaluatorRole !== ''
        },
        {
            field: 'criteria',
            says: 'criteria (at least one criterion)',
            remedy: 'Add at least one question',
            step: workflow.criteria,
            isThere: criteria.length > 0
        },
        {
            field: 'results',
            says: 'results (the results template)',
            remedy: 'Write the results template',
            step: workflow.contexts,
            isThere: hasTemplate
        }
    ];
    return parts.filter(({ isThere }) => !isThere);
}

/** The first step of the workflow with a missing part; a complete sage can be built. */
export function firstOpenStep(parts: Parts) {
    return missingFields(parts)[0]?.step ?? workflow.build;
}

/** The step of a sage after an edit. A sage that was built once keeps its step: the edit makes it stale. */
export function stepAfterEdit(stepNumber: number, parts: Parts) {
    return stepNumber > workflow.build ? stepNumber : firstOpenStep(parts);
}
