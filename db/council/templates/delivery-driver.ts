import { deliveryDriverAnswers } from './answers/delivery-driver.ts';
import type { SageTemplate } from './template.ts';

export const deliveryDriver: SageTemplate = {
    slug: 'delivery-driver',
    name: 'Delivery driver',
    summary: 'Loading, a customer who is not there, and a tired afternoon.',
    evaluatorRole: 'You read written answers of people who want to deliver goods by van.',
    criteria: [
        {
            id: 'loading',
            question: 'How do you load your van for thirty stops?',
            weight: 2,
            levels: {
                absent: 'names no order',
                partial: 'heavy things at the bottom',
                strong: 'loads backwards from the last stop, heavy and low, straps it down, and checks the list and the papers'
            },
            indicators: [
                'last stop first | in reverse order of the route',
                'heavy things at the bottom | weight over the axle',
                'straps | secure the load | anti-slip mats',
                'check the list | scan every parcel',
                'fragile on top | cold goods in the box',
                'look round the van | tyres and lights'
            ],
            negative_indicators: ['throw it in']
        },
        {
            id: 'nobody_home',
            question: 'No one opens, and the parcel needs a signature. What do you do?',
            weight: 1,
            levels: {
                absent: 'leaves it at the door or signs it',
                partial: 'leaves a card',
                strong: 'rings again, calls, asks the neighbour only where that is allowed, leaves a card with the time and records it'
            },
            indicators: [
                'ring again | knock',
                'call the customer | phone number on the label',
                'neighbour if it is allowed',
                'leave a card | note with the time',
                'take it back to the depot | try again tomorrow',
                'photo | record it in the scanner'
            ],
            negative_indicators: ['sign it myself']
        },
        {
            id: 'tired',
            question: 'You are tired, it is raining, and you are an hour late. What do you do?',
            weight: 2,
            levels: {
                absent: 'drives faster',
                partial: 'takes a break',
                strong: 'stops for a break, calls the office, lets them move stops or tell customers, and drives by the weather'
            },
            indicators: [
                'take a break | stop for fifteen minutes',
                'call the office | tell dispatch',
                'move stops to another driver | deliver the rest tomorrow',
                'drive slower | keep more distance',
                'tell the customers | new time',
                'safety before time | nobody is worth an accident'
            ],
            negative_indicators: ['make up the time']
        }
    ],
    testAnswers: deliveryDriverAnswers
};
