import { waiterAnswers } from './answers/waiter.ts';
import type { SageTemplate } from './template.ts';

export const waiter: SageTemplate = {
    slug: 'waiter',
    name: 'Waiter',
    summary: 'A full house, a complaint at the table, and allergies.',
    evaluatorRole: 'You read written answers of people who want to serve guests in a restaurant.',
    criteria: [
        {
            id: 'full_house',
            question: 'All tables are taken, and the kitchen is behind. How do you look after your guests?',
            weight: 2,
            levels: {
                absent: 'hides from the guests or names nothing',
                partial: 'says that it takes longer',
                strong: 'says early how long it takes, brings drinks and bread, keeps an eye on every table and speaks with the kitchen'
            },
            indicators: [
                'tell them how long it takes | say it will be twenty minutes',
                'bring bread | something small to start | water on the table',
                'go round all tables | keep an eye on every table',
                'speak with the kitchen | ask the cook what is next',
                'ask a colleague for help | colleague takes two tables',
                'write the order down | repeat the order'
            ],
            negative_indicators: ['guests have to be patient']
        },
        {
            id: 'complaint',
            question: 'A guest says that the meat is cold. What do you do?',
            weight: 2,
            levels: {
                absent: 'argues with the guest',
                partial: 'takes the plate back',
                strong: 'says sorry, takes the plate at once, says when the new one comes, comes back to ask and makes good'
            },
            indicators: [
                'say sorry | apologise',
                'take the plate back at once | bring it to the kitchen right away',
                'new plate | cook a fresh one',
                'come back and ask | ask whether it is right now',
                'coffee on the house | take it off the bill',
                'tell the manager | let the team know'
            ],
            negative_indicators: ['it was hot when I brought it']
        },
        {
            id: 'allergies',
            question: 'A guest asks whether a dish holds nuts, and you are not sure. What do you say?',
            weight: 1,
            levels: {
                absent: 'guesses',
                partial: 'asks the kitchen',
                strong: 'says openly that this must be checked, asks the cook, looks at the list, marks the order and confirms at the table'
            },
            indicators: [
                'ask the cook | ask in the kitchen',
                'allergy list | list of ingredients',
                'never guess | say that I do not know',
                'mark it on the order | write allergy on the ticket',
                'clean pan | separate board',
                'confirm at the table | tell the guest what the cook said'
            ],
            negative_indicators: ['a little does no harm']
        }
    ],
    testAnswers: waiterAnswers
};
