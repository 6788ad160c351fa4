import { backendEngineerAnswers } from './answers/backend-engineer.ts';
import type { SageTemplate } from './template.ts';

export const backendEngineer: SageTemplate = {
    slug: 'backend-engineer',
    name: 'Backend engineer',
    summary: 'A hard bug, a disagreement about a design, and a change that must not hurt anyone.',
    evaluatorRole: 'You read written answers of backend engineers.',
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
            indicators: [
                'hypothesis | I suspected | my guess was',
                'reproduced it | could make it happen again',
                'measured | profiler | looked at the metrics',
                'bisect | went back through the commits',
                'root cause | it turned out that',
                'test so that it does not come back | regression test'
            ],
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
            indicators: [
                'options | alternatives side by side',
                'trade-offs | what each costs',
                'listened | asked why they preferred it',
                'wrote it down | decision record | short document',
                'prototype | tried both',
                'looked back | revisited after some weeks'
            ],
            negative_indicators: ['my way']
        },
        {
            id: 'safe_change',
            question: 'How do you change a table that is in use all day?',
            weight: 2,
            levels: {
                absent: 'changes it in one go without a plan',
                partial: 'does it at night with a backup',
                strong: 'splits it into steps that can be taken back, runs old and new side by side, watches figures and removes the old last'
            },
            indicators: [
                'small steps | expand and contract',
                'old and new side by side | write to both columns',
                'can be rolled back | way back',
                'backfill in batches | copy in small batches',
                'watch the metrics | watch the error rate',
                'tried on a copy first | staging'
            ],
            negative_indicators: ['hope for the best']
        }
    ],
    testAnswers: backendEngineerAnswers
};
