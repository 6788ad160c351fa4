// Bodies of sages: one that builds, and what is wrong with the others.
import { type SageBody, sageFieldsOf } from '../../../plugins/sages/rows.ts';

export const engineer: SageBody = {
    name: 'Backend engineer',
    evaluator_role: 'You judge written answers of backend engineers.',
    criteria: [
        {
            id: 'debugging',
            question: 'Tell us about a hard bug that you found.',
            weight: 2,
            levels: {
                absent: 'names no bug or no way of finding it',
                partial: 'names a bug and how it was found',
                strong: 'names a bug, a hypothesis, an experiment and a measured result'
            },
            indicators: ['hypothesis', 'reproduced', 'measured', 'bisect', 'root cause', 'profiler'],
            negative_indicators: ['restarted until it worked']
        },
        {
            id: 'teamwork',
            question: 'How do you settle a disagreement about a design?',
            weight: 1,
            levels: {
                absent: 'no way of settling',
                partial: 'talks it over',
                strong: 'writes down options, hears the others, decides with a reason and looks back'
            },
            indicators: ['options', 'trade-offs', 'listened', 'wrote down', 'decision record', 'looked back'],
            negative_indicators: ['my way']
        }
    ],
    context_ids: [],
    results: {
        name: 'Backend engineer results',
        intro: 'Judge the answers below.',
        directions: 'Use the levels only.',
        output_format: 'JSON',
        recommendation: 'Recommend from 70 of 100 upward.'
    }
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
            indicators: ['motivated', 'quick learner', 'team player', 'asks how we work'],
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
