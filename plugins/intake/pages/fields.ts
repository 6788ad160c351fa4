// The form fields of a new item, which the staff and the public fill in alike.
import { area, field, problem } from '../../surfaces/pages/form-controls.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { html } from '../../surfaces/pages/layout.ts';

/** The console's message for a refused field. */
const errorsOfStaff = {
    title: 'Enter a subject in one line of up to 200 characters.',
    contact_name: 'Enter a name in one line of up to 200 characters.',
    contact_email: 'Enter a valid email address, such as name@example.com.',
    company: 'Enter the company in one line of up to 200 characters.',
    message: 'Use 5,000 characters or fewer.'
} as const;

const labelsOfStaff = {
    title: 'Subject',
    contact_name: 'Contact name',
    contact_email: 'Contact email',
    company: 'Company',
    message: 'Message'
} as const;
type Name = keyof typeof labelsOfStaff;

/** The fields and their errors, as the form shows them. */
export interface FieldWords {
    labels: Readonly<Record<Name, string>>;
    errors: Readonly<Record<Name, string>>;
}

export const wordsOfStaff: FieldWords = { labels: labelsOfStaff, errors: errorsOfStaff };

interface Fields {
    form: Form;
    /** The name of the field that was refused. */
    wrong: string | undefined;
    words: FieldWords;
    /** Whether the browser may fill in who they are. */
    isOwn: boolean;
}

export function itemFields({ form, wrong, words: { labels, errors }, isOwn }: Fields) {
    const text = (name: Name, autocomplete: string) => ({
        name,
        label: labels[name],
        value: typed(form, name),
        error: name === wrong ? errors[name] : undefined,
        autocomplete: isOwn ? autocomplete : 'off'
    });
    return html`${field(text('title', 'off'))}
        ${field(text('contact_name', 'name'))}
        ${field({ ...text('contact_email', 'email'), type: 'email', maxlength: 254 })}
        ${field({ ...text('company', 'organization'), optional: true })}
        ${area({ ...text('message', 'off'), maxlength: 5000, rows: 7 })}`;
}

/** What was wrong with the form, linked to its field. */
export function wrongWith(field: string, otherwise: string, { errors }: FieldWords) {
    const own = Object.entries(errors).find(([name]) => name === field)?.[1];
    return problem(own ?? otherwise, own === undefined ? '' : field);
}
