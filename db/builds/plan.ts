/** The eight steps of a build, in order; `max_time` is a step's budget in milliseconds. The contract's own table. */
export const buildPlan = [
    { name: 'starting', label: 'Starting', max_time: 30_000, step_order: 1 },
    { name: 'creating_sage', label: 'Creating Sage', max_time: 60_000, step_order: 2 },
    { name: 'sage_generation', label: 'Sage Generation', max_time: 120_000, step_order: 3 },
    { name: 'test_shu', label: 'Test Shu', max_time: 60_000, step_order: 4 },
    { name: 'test_ha', label: 'Test Ha', max_time: 60_000, step_order: 5 },
    { name: 'test_ri', label: 'Test Ri', max_time: 60_000, step_order: 6 },
    { name: 'transcending_training', label: 'Transcending Training', max_time: 120_000, step_order: 7 },
    { name: 'enlightenment', label: 'Enlightenment', max_time: 90_000, step_order: 8 }
] as const;

export type BuildStepName = (typeof buildPlan)[number]['name'];
export const buildStepNames = buildPlan.map(({ name }) => name) as [BuildStepName, ...BuildStepName[]];

/** Returns the step of the plan with this order, 1 to 8. */
export function stepAt(order: number) {
    const step = buildPlan[order - 1];
    if (!step) throw new Error(`the plan has no step ${order}`);
    return step;
}

/** How many steps are completed while this one is the first that is not; null: none is left. */
export const completedBefore = (stepOrder: number | null) => (stepOrder ?? buildPlan.length + 1) - 1;

/** In milliseconds: 600,000. */
export const totalTime = buildPlan.reduce((sum, { max_time }) => sum + max_time, 0);

/** A build that has not ended after this many milliseconds times out. */
export const buildTimeout = 20 * 60_000;

/** The first step at which a run may have a test screen. */
export const testScreenStep = 7;
export const lastStep = buildPlan.length;
