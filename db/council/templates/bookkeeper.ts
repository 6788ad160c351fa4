import { bookkeeperAnswers } from './answers/bookkeeper.ts';
import type { SageTemplate } from './template.ts';

export const bookkeeper: SageTemplate = {
    slug: 'bookkeeper',
    name: 'Bookkeeper',
    summary: 'Closing a month, a difference that will not go away, and a request that feels wrong.',
    evaluatorRole: 'You read written answers of bookkeepers for a small company.',
    criteria: [
        {
            id: 'month_end',
            question: 'How do you close a month?',
            weight: 2,
            levels: {
                absent: 'names no steps',
                partial: 'names one or two steps',
                strong: 'follows a list: reconciles bank and ledgers, books accruals, checks open items and compares with the month before'
            },
            indicators: [
                'reconcile the bank | bank statement against the ledger',
                'checklist | same order every month',
                'accruals | invoices that have not come yet',
                'open items | who has not paid',
                'compare with last month | look for odd figures',
                'lock the period | nobody books into it afterwards'
            ],
            negative_indicators: ['round it off']
        },
        {
            id: 'difference',
            question: 'The cash account is off by 90. How do you look for it?',
            weight: 2,
            levels: {
                absent: 'books it away',
                partial: 'looks through the vouchers',
                strong: 'narrows down the day, looks for swapped digits and doubles, checks vouchers against entries and records what was found'
            },
            indicators: [
                'divides by nine | swapped digits',
                'booked twice | missing voucher',
                'day by day | when it last matched',
                'tick off each voucher',
                'ask who handled the cash',
                'write down the cause | note on the correction'
            ],
            negative_indicators: ['write it off']
        },
        {
            id: 'integrity',
            question: 'A manager asks you to book an invoice into another year. What do you do?',
            weight: 1,
            levels: {
                absent: 'does it',
                partial: 'says that it feels wrong',
                strong: 'asks for the reason, explains the rule, refuses what is against it, offers a lawful way and keeps a record'
            },
            indicators: [
                'year in which the service was given | belongs to the year of delivery',
                'explain the rule | show the regulation',
                'stand firm | stay with my answer',
                'ask the tax adviser | ask the auditor',
                'accrual instead | deferred item',
                'keep the mail | in writing'
            ],
            negative_indicators: ['if the boss says so']
        }
    ],
    testAnswers: bookkeeperAnswers
};
