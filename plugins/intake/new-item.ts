// The fields of a new intake item, which the staff and the public fill in alike.
import type { IntakeBody } from '../../db/sales/intake.ts';
import { emailAddress, freeText, oneLine, shortText } from '../surfaces/http/fields.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';

export const newItem = {
    title: shortText.required(),
    contact_name: shortText.required(),
    contact_email: emailAddress.required(),
    company: oneLine(200).trim().allow('').default(''),
    message: freeText.allow('').max(5000).default('')
};

export interface NewItem {
    title: string;
    contact_name: string;
    contact_email: string;
    company: string;
    message: string;
}

export const itemBody = ({ contact_name, contact_email, title, company, message }: NewItem): IntakeBody => ({
    title,
    company,
    message,
    contactName: contact_name,
    contactEmail: contact_email
});

/** Returns the item of a form's fields, as the JSON route takes it. */
export const itemOfForm = (form: Form): NewItem => ({
    title: typed(form, 'title').trim(),
    contact_name: typed(form, 'contact_name').trim(),
    contact_email: typed(form, 'contact_email').trim(),
    company: typed(form, 'company').trim(),
    message: typed(form, 'message')
});
