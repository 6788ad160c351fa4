import { wardNurseAnswers } from './answers/ward-nurse.ts';
import type { SageTemplate } from './template.ts';

export const wardNurse: SageTemplate = {
    slug: 'ward-nurse',
    name: 'Ward nurse',
    summary: 'Handing over, noticing that a patient gets worse, and talking with families.',
    evaluatorRole: 'You read written answers of nurses who want to work on a hospital ward.',
    criteria: [
        {
            id: 'handover',
            question: 'Tell us how you hand over your patients at the end of a shift.',
            weight: 2,
            levels: {
                absent: 'names no way of handing over, or leaves it to the others to ask',
                partial: 'tells what is passed on, without order or a check that it arrived',
                strong: 'goes through the patients in a fixed order at the bedside, with what changed and what is open, and lets the colleague repeat it'
            },
            indicators: [
                'at the bedside | in the room with the patient',
                'what has changed since the last shift | what was new today',
                'what is still open | tasks left to do',
                'in a fixed order | with a checklist | one after the other',
                'let them repeat it | asked them to read it back',
                'written in the chart | noted in the file'
            ],
            negative_indicators: ['they can look it up themselves', 'left before the others came']
        },
        {
            id: 'deterioration',
            question:
                'Tell us about a time when a patient in your care got worse. What did you notice, and what did you do?',
            weight: 2,
            levels: {
                absent: 'tells of no such time, or waited without doing anything',
                partial: 'noticed a change and told somebody',
                strong: 'noticed early signs, measured, called the doctor with clear figures, stayed and checked again'
            },
            indicators: [
                'breathing faster | short of breath',
                'measured blood pressure | took the pulse | checked the oxygen',
                'called the doctor | phoned the emergency team',
                'stayed with the patient | did not leave the bed',
                'checked again after some minutes | measured once more',
                'did not look right | seemed different from the morning'
            ],
            negative_indicators: ['waited until the round', 'gave it until the next morning']
        },
        {
            id: 'families',
            question:
                'A daughter is angry because no one told her about a change in treatment. What do you say and do?',
            weight: 1,
            levels: {
                absent: 'sends her away or argues',
                partial: 'apologises and explains',
                strong: 'lets her speak, says sorry for what was missed, explains in plain words what may be told, and brings the doctor'
            },
            indicators: [
                'let her speak | listened without interrupting',
                'said sorry | apologised',
                'plain words | without medical terms',
                'sat down with her | went to a quiet room',
                'asked the doctor to come | arranged a talk with the doctor',
                'asked the patient what may be told | confidentiality'
            ],
            negative_indicators: ['not my job']
        }
    ],
    testAnswers: wardNurseAnswers
};
