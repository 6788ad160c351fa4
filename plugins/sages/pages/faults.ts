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
    name: 'Enter a name in one line of 1 to 200 characters.',
    threshold: 'Enter a whole number from 0 to 100.',
    language: 'Enter a language code such as en or de-AT.',
    confirmed_words: 'Enter each confirmed word followed by a colon and the reason.',
    reviewers: 'One of these users can no longer review candidates. Choose again.'
};

const parts: Record<string, string> = {
    id: 'use a unique short name of up to 60 letters, digits, spaces and . _ -',
    question: 'enter a question of 1 to 2,000 characters',
    weight: 'enter a weight from 0 to 1,000',
    levels: 'use 1,000 characters or fewer per level',
    indicators: 'use up to 40 indicators, each in one line of up to 200 characters',
    test_answers: 'use 1 to 2,000 characters for a test answer, and up to 500 for its reason',
    negative_indicators: 'use up to 40 negative indicators, each in one line of up to 200 characters'
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
        message: `Question ${Number(place) + 1}: ${parts[part] ?? message}.`,
        at: part === 'test_answers' ? row : `c${place}_${onCard[part] ?? part}`
    };
}
