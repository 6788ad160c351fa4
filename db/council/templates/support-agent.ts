import { supportAgentAnswers } from './answers/support-agent.ts';
import type { SageTemplate } from './template.ts';

export const supportAgent: SageTemplate = {
    slug: 'support-agent',
    name: 'Support agent',
    summary: 'An angry customer, a clear answer in writing, and a fault that is not known yet.',
    evaluatorRole: 'You read written answers of people who want to help customers by email and telephone.',
    criteria: [
        {
            id: 'listening',
            question: 'A customer is angry and wrong about the facts. What do you do?',
            weight: 2,
            levels: {
                absent: 'argues, or gives in without a look at the facts',
                partial: 'stays calm and explains the facts',
                strong: 'hears the customer out, repeats the concern, checks the facts and offers a next step'
            },
            indicators: [
                'let them finish | hear them out | do not interrupt',
                'repeat back what I heard | say the problem in my own words',
                'check the account | look into the order history',
                'apologise for the trouble | say sorry',
                'offer a next step | say what happens next',
                'follow up | call back the next day'
            ],
            negative_indicators: ['hang up', 'the customer is wrong']
        },
        {
            id: 'writing',
            question: 'How do you write an answer that does not need a second email?',
            weight: 1,
            levels: {
                absent: 'names no way',
                partial: 'writes clearly',
                strong: 'answers first, gives steps in order, names what can go wrong and reads it again before sending'
            },
            indicators: [
                'answer first | the solution in the first line',
                'numbered steps | step by step',
                'screenshot | picture',
                'plain words | no jargon',
                'read it again | read it aloud before sending',
                'think of the next question | what they might ask next'
            ],
            negative_indicators: ['copy and paste']
        },
        {
            id: 'unknown_fault',
            question: 'A customer reports something that you have never seen. What do you do?',
            weight: 2,
            levels: {
                absent: 'sends a standard reply',
                partial: 'asks a colleague',
                strong: 'asks for exact details, tries it, searches, hands it on with all details and tells the customer when they hear again'
            },
            indicators: [
                'try it myself | reproduce it',
                'ask for details | which version | exact message',
                'search earlier tickets | look in the knowledge base',
                'hand it to the developers | pass it on with all details',
                'tell them when they will hear from me',
                'write it down for the team | new article'
            ],
            negative_indicators: ['tell them to restart']
        }
    ],
    testAnswers: supportAgentAnswers
};
