// Bodies of sages: one that builds, and what is wrong with the others.
import { backendEngineer } from '../../db/installation/demo-data.ts';
import { type SageBody, sageFieldsOf } from '../../plugins/sages/rows.ts';

const { outputFormat: output_format, ...texts } = backendEngineer.results;

export const engineer: SageBody = {
    name: 'Backend engineer',
    evaluator_role: backendEngineer.evaluatorRole,
    criteria: backendEngineer.criteria,
    context_ids: [],
    results: { ...texts, output_format }
};

/** The same as the model takes it. */
export const engineerFields = sageFieldsOf(engineer);

/** A rubric that reads well, but flattery says what it looks for. */
export const motivation: SageBody = {
    name: 'Motivation',
    evaluator_role: 'You judge why somebody wants to work here.',
    criteria: [
        {
            id: 'motivation',
            question: 'Why would you like to join us?',
            weight: 1,
            levels: {
                absent: 'gives no reason',
                partial: 'gives one reason',
                strong: 'is driven, learns fast and wants this very position'
            },
            indicators: [
                'motivated',
                'passionate',
                'quick learner',
                'team player',
                'hard-working',
                'reliable'
            ],
            negative_indicators: ['only for the money']
        }
    ],
    context_ids: [],
    results: {
        name: 'Motivation results',
        intro: 'Judge the answer below.',
        directions: 'Use the levels only.',
        output_format: 'JSON',
        recommendation: 'Recommend from 70 of 100 upward.'
    }
};
