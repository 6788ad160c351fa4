// The steps of the workflow that a sage goes through before it may judge anybody.
export const workflow = { details: 1, criteria: 2, contexts: 3, build: 4, testing: 5, deploy: 6 } as const;

/** The parts of a sage that the first steps of the workflow ask for. */
interface Parts {
    name: string;
    evaluatorRole: string;
    criteria: readonly unknown[];
    hasTemplate: boolean;
}

/** The first step of the workflow that still lacks something; a complete sage can be built. */
export function firstOpenStep({ name, evaluatorRole, criteria, hasTemplate }: Parts) {
    if (!name || !evaluatorRole) return workflow.details;
    if (criteria.length === 0) return workflow.criteria;
    return hasTemplate ? workflow.build : workflow.contexts;
}

/** The step of a sage after an edit. A sage that was built once keeps its step: the edit makes it stale. */
export function stepAfterEdit(stepNumber: number, parts: Parts) {
    return stepNumber > workflow.build ? stepNumber : firstOpenStep(parts);
}
