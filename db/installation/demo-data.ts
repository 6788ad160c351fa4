// Something to try at once: two sages that can be built, a context, and 20 credits. Marked as demo.
import { createContext } from '../sages/contexts.ts';
import { grantCredits } from '../credits.ts';
import { seedSales } from './demo-sales.ts';
import { claimDemo } from './installation.ts';
import { createSage, type SageFields } from '../sages/edits.ts';
import type { Tx } from '../store.ts';

/** Writes the demo data once in the life of an installation. False: it was there before. */
export async function seedDemo(tx: Tx, at: number) {
    if (!(await claimDemo(tx, 1))) return false;
    await grantCredits(tx, { reference: 'demo', amount: 20, reason: 'Demo credits', at });
    const context = await createContext(
        tx,
        { name: 'How we work', context: howWeWork, summary: 'Small teams, written decisions.' },
        at
    );
    for (const sage of [backendEngineer, supportAgent]) {
        await createSage(tx, { ...sage, contextIds: [context.id] }, { by: null, at, demo: true });
    }
    await seedSales(tx, at);
    return true;
}

const howWeWork = `We are a small company. Teams own what they build, from the first sketch to the night it fails.
Decisions are written down with their reasons. Customers talk to the people who do the work.`;

export const backendEngineer = {
    name: 'Backend engineer (demo)',
    evaluatorRole: 'You judge written answers of backend engineers.',
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
    results: {
        name: 'Backend engineer results',
        intro: 'Judge the answers below.',
        directions: 'Use the levels only.',
        outputFormat: 'JSON',
        recommendation: 'Recommend from 70 of 100 upward.'
    }
} satisfies Omit<SageFields, 'contextIds'>;

const supportAgent: Omit<SageFields, 'contextIds'> = {
    name: 'Support agent (demo)',
    evaluatorRole: 'You judge written answers of people who want to help customers by mail and telephone.',
    criteria: [
        {
            id: 'listening',
            question: 'A customer is angry and wrong about the facts. What do you do?',
            weight: 1,
            levels: {
                absent: 'argues, or gives in without a look at the facts',
                partial: 'stays calm and explains the facts',
                strong: 'hears the customer out, repeats the concern, checks the facts and offers a next step'
            },
            indicators: [
                'apologise',
                'ask questions',
                'repeat back',
                'check the account',
                'next step',
                'follow up'
            ],
            negative_indicators: ['hang up']
        },
        {
            id: 'writing',
            question: 'How do you write an answer that does not need a second mail?',
            weight: 1,
            levels: {
                absent: 'names no way',
                partial: 'writes clearly',
                strong: 'answers first, gives steps in order, names what can go wrong and reads it again'
            },
            indicators: [
                'answer first',
                'numbered steps',
                'screenshot',
                'plain words',
                'read it again',
                'link to the guide'
            ],
            negative_indicators: ['copy and paste']
        }
    ],
    results: {
        name: 'Support agent results',
        intro: 'Judge the answers below.',
        directions: 'Use the levels only. Do not reward length.',
        outputFormat: 'JSON',
        recommendation: 'Recommend from 70 of 100 upward.'
    }
};
