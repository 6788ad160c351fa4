import { warehouseShiftLeadAnswers } from './answers/warehouse-shift-lead.ts';
import type { SageTemplate } from './template.ts';

export const warehouseShiftLead: SageTemplate = {
    slug: 'warehouse-shift-lead',
    name: 'Warehouse shift lead',
    summary: 'Safety, a late truck, and a colleague who does not keep up.',
    evaluatorRole: 'You read written answers of people who want to lead a shift in a warehouse.',
    criteria: [
        {
            id: 'safety',
            question: 'You see a colleague drive a fork lift too fast past people. What do you do?',
            weight: 2,
            levels: {
                absent: 'lets it pass',
                partial: 'tells the colleague to slow down',
                strong: 'stops it at once, talks in private, looks for the cause, reports it and changes something so that it does not come back'
            },
            indicators: [
                'stop them at once | stopped the truck',
                'talk in private | took him aside',
                'report it | wrote a near miss report',
                'ask why | under pressure of time',
                'mark the walkway | mirrors | speed limit',
                'check the licence | refresher training'
            ],
            negative_indicators: ['everybody drives like that']
        },
        {
            id: 'priorities',
            question:
                'A truck comes two hours late and three orders must leave today. How do you plan the shift?',
            weight: 2,
            levels: {
                absent: 'has no plan',
                partial: 'puts more people on it',
                strong: 'sorts the orders by when they must leave, moves people, tells the customers early and looks at the figures again during the shift'
            },
            indicators: [
                'which order leaves first | by departure time',
                'move people | shift two pickers',
                'call the customer | tell the carrier',
                'unload the urgent pallets first',
                'look again after an hour | check the progress',
                'overtime only if they agree | ask who can stay'
            ],
            negative_indicators: ['they will have to wait']
        },
        {
            id: 'people',
            question: 'Someone on your shift picks half as much as the others. What do you do?',
            weight: 1,
            levels: {
                absent: 'blames or ignores',
                partial: 'talks to the person',
                strong: 'looks at the work, asks what is in the way, shows a better way, agrees on a target and comes back to it'
            },
            indicators: [
                'watch how they work | went along for an hour',
                'ask what is in the way | ask whether something is wrong',
                'show a better way | pair with an experienced picker',
                'agree on a target | set a goal for next week',
                'come back to it | talk again on Friday',
                'wrong place for heavy goods | scanner was broken'
            ],
            negative_indicators: ['send them home']
        }
    ],
    testAnswers: warehouseShiftLeadAnswers
};
