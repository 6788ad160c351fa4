import type { BuildStepName } from '../../../db/builds/plan.ts';
import { creatingSage } from './creating-sage.ts';
import { enlightenment } from './enlightenment.ts';
import { sageGeneration } from './sage-generation.ts';
import { starting } from './starting.ts';
import type { BuildStep } from './step.ts';
import { testHa } from './test-ha.ts';
import { testRi } from './test-ri.ts';
import { testShu } from './test-shu.ts';
import { transcendingTraining } from './transcending-training.ts';

/** The steps of a build, by the names of the plan, in their order. */
export const buildSteps = {
    starting,
    creating_sage: creatingSage,
    sage_generation: sageGeneration,
    test_shu: testShu,
    test_ha: testHa,
    test_ri: testRi,
    transcending_training: transcendingTraining,
    enlightenment
} satisfies Record<BuildStepName, BuildStep>;
