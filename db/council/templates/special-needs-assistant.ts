import { specialNeedsAssistantAnswers } from './answers/special-needs-assistant.ts';
import type { SageTemplate } from './template.ts';

export const specialNeedsAssistant: SageTemplate = {
    slug: 'special-needs-assistant',
    name: 'Special needs assistant',
    summary: 'Calming, helping without taking over, and working with teachers and parents.',
    evaluatorRole: 'You read written answers of people who want to assist pupils at a school.',
    criteria: [
        {
            id: 'calming',
            question: 'A pupil screams and throws things in class. What do you do, step by step?',
            weight: 2,
            levels: {
                absent: 'punishes, shouts or does nothing',
                partial: 'brings the pupil out of the room',
                strong: 'keeps everybody safe, speaks little and quietly, gives room and time, and looks later for what set it off'
            },
            indicators: [
                'speak quietly | few words | calm voice',
                'quiet place | take a break outside the room',
                'keep the others safe | move the other children away',
                'give time | wait until it passes',
                'find the trigger | what set it off | too loud for him',
                'write down what happened | note it for the team'
            ],
            negative_indicators: ['shout back', 'hold them down']
        },
        {
            id: 'independence',
            question: 'How do you help with a task so that the pupil learns to do it alone?',
            weight: 2,
            levels: {
                absent: 'does the task for the pupil',
                partial: 'helps and praises',
                strong: 'splits the task into small steps, shows, waits, helps less each time and says what went well'
            },
            indicators: [
                'small steps | one step at a time',
                'show it first | do it together once',
                'wait before helping | count to ten',
                'help less each time | step back',
                'pictures | visual plan | picture cards',
                'say what went well | praise the effort'
            ],
            negative_indicators: ['do it myself, it is faster']
        },
        {
            id: 'teamwork',
            question: 'How do you work with the teacher and the parents?',
            weight: 1,
            levels: {
                absent: 'works alone',
                partial: 'talks with them when there is a problem',
                strong: 'agrees on aims, passes on what was seen each day, keeps confidences and asks when unsure'
            },
            indicators: [
                'agree on a goal | common aim',
                'a short note every day | notebook that goes home',
                'what worked and what did not',
                'keep it confidential | not in front of others',
                'ask the teacher | check with the teacher first',
                'listen to the parents | parents know their child'
            ],
            negative_indicators: []
        }
    ],
    testAnswers: specialNeedsAssistantAnswers
};
