import { electricianAnswers } from './answers/electrician.ts';
import type { SageTemplate } from './template.ts';

export const electrician: SageTemplate = {
    slug: 'electrician',
    name: 'Electrician',
    summary: 'Working safely, finding a fault, and explaining a bill.',
    evaluatorRole: 'You read written answers of electricians who work at customers’ homes.',
    criteria: [
        {
            id: 'safe_work',
            question: 'What do you do before you touch a wire?',
            weight: 2,
            levels: {
                absent: 'names no step, or works on live wires',
                partial: 'switches off',
                strong: 'disconnects, secures against switching on again, tests that it is dead, earths where needed and covers what stays live'
            },
            indicators: [
                'switch off the fuse | disconnect the circuit | isolate',
                'lock it | sign on the fuse box | secure against switching on',
                'test that it is dead | two-pole tester | measure for voltage',
                'earth and short-circuit',
                'cover neighbouring live parts',
                'check the tester first | test the meter on a live socket'
            ],
            negative_indicators: ['quick job with the power on']
        },
        {
            id: 'fault_finding',
            question: 'A breaker trips every evening. How do you find the cause?',
            weight: 2,
            levels: {
                absent: 'changes parts at random',
                partial: 'unplugs devices until it holds',
                strong: 'asks when it happens, separates circuits one by one, measures insulation and current, and confirms the cause before the repair'
            },
            indicators: [
                'ask when it happens | what was switched on',
                'one circuit after the other | divide the circuit',
                'measure insulation | insulation resistance',
                'clamp meter | measure the current',
                'moisture | damaged cable | loose terminal',
                'try it again afterwards | let it run to confirm'
            ],
            negative_indicators: ['put in a bigger breaker']
        },
        {
            id: 'customer',
            question: 'The work costs more than you said. How do you tell the customer?',
            weight: 1,
            levels: {
                absent: 'tells nobody before the bill',
                partial: 'tells the customer at the end',
                strong: 'stops, shows the reason, names the new price and the choices, and goes on only after a yes in writing'
            },
            indicators: [
                'before I go on | stop the work first',
                'show them the reason | show the damaged cable',
                'new price | written quote',
                'offer two ways | cheaper option',
                'wait for their yes | get it signed',
                'list every item on the bill'
            ],
            negative_indicators: ['they will pay in the end']
        }
    ],
    testAnswers: electricianAnswers
};
