// The fields of a content page as administrators send them: as JSON, in a file, in a form.
import Joi from 'joi';
import { type ContentPage, pageStatuses } from '../../../db/agents/pages.ts';
import { freeText, longText, oneLine } from '../../surfaces/http/fields.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';

/** Positive, and exact as a JSON number. */
export const pageId = Joi.number().integer().min(1);

export const pageStatus = Joi.string().valid(...pageStatuses);

const fields = {
    title: oneLine(500).required(),
    slug: Joi.string()
        .pattern(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'lowercase letters and digits, joined by - or _')
        .max(200)
        .required(),
    content: freeText.allow('').max(1_000_000).required().description('HTML.'),
    excerpt: longText,
    status: pageStatus
};

export type GivenPage = Omit<ContentPage, 'excerpt' | 'status'> & Partial<ContentPage>;

/** The body of the JSON routes. */
export const givenPage = Joi.object<GivenPage>(fields).id('ContentPageFields');

/** A missing field is empty, and a page is published unless the body sets otherwise. */
export const wholeOf = (page: GivenPage): ContentPage => ({ excerpt: '', status: 'publish', ...page });

const idInCsv = Joi.string()
    .pattern(/^[1-9]\d{0,14}$/, 'a positive whole number')
    .custom(Number);

/** A page of an import file: its id is a number in JSON and digits in CSV. */
export const pageRow = Joi.object<{ id: number } & GivenPage>({
    id: Joi.alternatives(pageId, idInCsv).required(),
    ...fields
});

/** The body of the JSON routes, of the fields of the form. */
export const bodyOfForm = (form: Form) => ({
    title: typed(form, 'title').trim(),
    slug: typed(form, 'slug').trim(),
    content: typed(form, 'content'),
    excerpt: typed(form, 'excerpt'),
    status: typed(form, 'status')
});
