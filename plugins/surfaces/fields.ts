import Joi from 'joi';
import { Refusal } from '../../db/refusal.ts';

/** A field did not meet its schema. On the form actions this has one text. */
export class InvalidField extends Refusal {
    constructor(field: string, message: string) {
        super('invalid_field', message, { field });
    }
}

const rules = {
    errors: { wrap: { label: false } },
    // joi's own would repeat what was sent.
    messages: {
        'string.pattern.base': '{#label} has a form that is not allowed',
        'string.pattern.name': '{#label} must be {#name}'
    }
} as const;

interface Ready {
    form: Joi.Schema;
    json: Joi.Schema;
}

const ready = new WeakMap<Joi.Schema, Ready>();

/** The schema under our rules, made once: with each call joi would compile the messages anew. */
function readied(schema: Joi.Schema) {
    const known = ready.get(schema);
    if (known) return known;
    const made = {
        form: schema.prefs({ ...rules, convert: true }),
        json: schema.prefs({ ...rules, convert: false })
    };
    ready.set(schema, made);
    return made;
}

/** What may be told of a name, in a text or a header: a key of the sender's own making may be anything. */
const plainName = /^[\w.-]{0,100}$/;

/** Checks a body against its schema. JSON is taken as it is; a form's texts become what the schema says. */
export function checked<T>(schema: Joi.ObjectSchema<T>, body: unknown, { convert }: { convert: boolean }): T {
    const { value, error } = readied(schema)[convert ? 'form' : 'json'].validate(body);
    if (!error) return value as T;
    const [detail] = error.details;
    const refusal: unknown = detail?.context?.['error'];
    if (refusal instanceof Refusal) throw refusal; // a rule of its own that says no with another reason
    const field = detail?.path.join('.') ?? '';
    if (!detail || !plainName.test(field))
        throw new InvalidField('', 'A field has a name that is not known here.');
    throw new InvalidField(field, `${detail.message}.`);
}

const safeInteger = /^[1-9]\d{0,15}$/;

/** A positive integer in a form or query: plain digits, nothing that a lenient parser would make one of. */
export function formIntegerUpTo(most: number) {
    return Joi.string()
        .pattern(safeInteger, 'a positive whole number')
        .custom((text: string, helpers) =>
            Number(text) <= most
                ? Number(text)
                : helpers.message({ custom: '{#label} must be at most {#limit}' }, { limit: most })
        );
}

export const formInteger = formIntegerUpTo(Number.MAX_SAFE_INTEGER);

/** A canonical UUID; upper case becomes lower case. */
export const uuid = Joi.string()
    .pattern(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, 'a UUID')
    .lowercase();

/** A sage as callers name it: its integer id, or its UUID. */
export const sageRef = Joi.alternatives(formInteger, uuid);

/** The same in JSON, where an integer is a number. */
export const jsonSageRef = Joi.alternatives(Joi.number().integer().positive(), uuid);

// Control characters, and what Unicode has for the end of a line and of a paragraph.
const withoutBreaks = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** A name or a title: it stands in headers of mails, in lists and in logs. */
export const oneLine = (most: number) =>
    Joi.string().max(most).pattern(withoutBreaks, 'one line of plain text');
export const shortText = oneLine(200).trim().min(1);
export const longText = Joi.string().allow('').max(20_000);

export const paging = {
    page: formIntegerUpTo(1_000_000).default(1),
    per_page: formIntegerUpTo(200).default(50)
};

export interface Paging {
    page: number;
    per_page: number;
}

/** The part of a list that a page is. */
export const pageOf = ({ page, per_page }: Paging) => ({ limit: per_page, offset: (page - 1) * per_page });

/** A page of a list, as it is answered. */
export const listOf = (item: Joi.PartialSchemaMap | Joi.ObjectSchema) => ({
    items: Joi.array()
        .items(Joi.isSchema(item) ? item : Joi.object(item))
        .required(),
    total: Joi.number().integer().min(0).required()
});
