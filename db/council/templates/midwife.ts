import { midwifeAnswers } from './answers/midwife.ts';
import type { SageTemplate } from './template.ts';

export const midwife: SageTemplate = {
    slug: 'midwife',
    name: 'Midwife',
    summary: 'Birth plans, calling for help in time, and the first days at home.',
    evaluatorRole: 'You read written answers of midwives.',
    criteria: [
        {
            id: 'birth_plan',
            question: 'A birth does not go the way it was planned. How do you work with the parents then?',
            weight: 2,
            levels: {
                absent: 'names no way of working with them',
                partial: 'explains what happens',
                strong: 'explains early what changed and why, offers the choices that are left, asks for consent and talks it over afterwards'
            },
            indicators: [
                'explained what changed | told them why',
                'offered choices | showed what they can still decide',
                'asked for consent | asked whether they agree',
                'talked it over afterwards | went through the birth later',
                'stayed calm | kept my voice low',
                'wrote it into the notes | documented it'
            ],
            negative_indicators: ['no time to ask', 'they have to trust me']
        },
        {
            id: 'warning_signs',
            question: 'Which signs make you call a doctor for someone who is pregnant, and how do you call?',
            weight: 2,
            levels: {
                absent: 'names no sign, or calls only when it is too late',
                partial: 'names one or two signs',
                strong: 'names several signs, says the threshold, calls at once with figures and goes on caring meanwhile'
            },
            indicators: [
                'high blood pressure | blood pressure over 140',
                'bleeding | loss of blood',
                'heartbeat of the baby drops | abnormal heart tracing',
                'headache and flickering eyes | sees spots',
                'called at once | did not wait',
                'gave figures and times | reported the measurements'
            ],
            negative_indicators: ['wait until the next visit']
        },
        {
            id: 'first_days',
            question: 'What do you do at a first visit at home after a birth?',
            weight: 1,
            levels: {
                absent: 'names nothing that is done',
                partial: 'looks at the child or at the mother',
                strong: 'looks at both, weighs the child, watches a feed, asks how the mother sleeps and feels, and leaves a number'
            },
            indicators: [
                'weighed the baby | checked the weight',
                'watched a feed | helped with latching on',
                'asked how she sleeps | asked how she is coping',
                'looked at the wound | checked the womb',
                'left a number to call | said when to call',
                'low mood | baby blues'
            ],
            negative_indicators: []
        }
    ],
    testAnswers: midwifeAnswers,
    confirmedWords: [{ word: 'pregnant', reason: 'The work is with people who are pregnant.' }]
};
