// What is wrong with what was typed, in the words of the page, with the field that it is about.
import type { DraftPage } from '../../../db/sages/drafts.ts';
import { criteriaOfForm } from '../form.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';

interface Fault {
    message: string;
    /** The id of the field; empty where it is about none. */
    at: string;
}

/** A refusal names its field as the body of the route has it: `criteria.2.question`. */
interface Refused {
    field: string;
    message: string;
}

/** The words of the pages for a refused change. */
export function faultIn(page: DraftPage, { field, message }: Refused, form: Form): Fault {
    if (page === 'criteria') return criteriaFault({ field, message }, criteriaOfForm(form).length);
    const [name = ''] = field.split('.');
    return { message: details[name] ?? message, at: page === 'details' ? name : '' };
}

export const details: Readonly<Record<string, string>> = {
    name: 'The name needs 1 to 200 characters, in one line.',
    threshold: 'The score is a whole number from 0 to 100.',
    language: 'A language is written like en or de-AT.',
    confirmed_words: 'A confirmed word needs a colon after it, and why it is about the work.',
    reviewers: 'Each reviewer is the login of somebody who may review screens.'
};

const parts: Record<string, string> = {
    id: 'the short name may hold letters, digits, spaces and . _ -, at most 60, and no two criteria share one',
    question: 'the question needs 1 to 2,000 characters',
    weight: 'the weight is a number from 0 to 1,000',
    levels: 'a level holds at most 1,000 characters',
    indicators: 'an indicator is one line of at most 200 characters, and there are at most 40',
    test_answers: 'a test answer holds 1 to 2,000 characters, and its reason at most 500',
    negative_indicators: 'a word against is one line of at most 200 characters, and there are at most 40'
};

/** The field on the card of the criterion. */
const onCard: Record<string, string> = { negative_indicators: 'against', levels: 'absent' };

/** Where the route found fault: `criteria.2.question` is in the third card. */
export function criteriaFault({ field, message }: Refused, cards: number): Fault {
    const [, place = '', part = 'id', answer = '', of = 'text'] = field.split('.');
    if (place === '' || !(Number(place) < cards)) return { message, at: '' };
    const row = answer === '' ? '' : `c${place}_a${answer}_${of}`;
    if (part === 'test_answers' && message.startsWith('Test answer')) return { message, at: row };
    return {
        message: `Criterion ${Number(place) + 1}: ${parts[part] ?? message}.`,
        at: part === 'test_answers' ? row : `c${place}_${onCard[part] ?? part}`
    };
}
