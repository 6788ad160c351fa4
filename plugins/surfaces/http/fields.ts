import Joi from 'joi';
import { isPasswordSized, longestPassword } from '../../../db/accounts/passwords.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { oncePer } from './once.ts';
import { isMarked, withoutMarks } from './bodies/typed.ts';

/** A field did not match its schema. On the form actions this has one text. */
export class InvalidField extends Refusal {
    constructor(field: string, message: string) {
        super('invalid_field', message, { field });
    }
}

const rules = {
    errors: { wrap: { label: false } },
    // joi's own would repeat what was sent.
    messages: {
        'string.pattern.base': '{#label} has an invalid format',
        'string.pattern.name': '{#label} must be {#name}'
    }
} as const;

/** The schema under our rules, compiled once: without this joi would compile the messages with each call. */
const compiled = oncePer((schema: Joi.Schema) => ({
    form: schema.prefs({ ...rules, convert: true }),
    json: schema.prefs({ ...rules, convert: false })
}));

/** Names that may be repeated in a message or a header: a client may invent keys with any characters. */
const plainName = /^[\w.-]{0,100}$/;

/** The refusal of a file under a name that no field of the form has. */
export const unknownFile = (name: string) =>
    new InvalidField(plainName.test(name) ? name : '', 'This field does not accept files.');

/** Validates a body against its schema. JSON is taken as it is; the texts of a form are converted. */
export function validated<T>(
    schema: Joi.ObjectSchema<T>,
    body: unknown,
    { convert }: { convert: boolean }
): T {
    const { value, error } = compiled(schema)[convert ? 'form' : 'json'].validate(body);
    if (!error) return storable(value as T);
    const [detail] = error.details;
    const refusal: unknown = detail?.context?.['error'];
    if (refusal instanceof Refusal) throw refusal; // a rule in the schema that refuses with another reason
    const field = detail?.path.join('.') ?? '';
    if (!detail || !plainName.test(field)) throw new InvalidField('', 'Unknown field.');
    throw new InvalidField(field, `${detail.message}.`);
}

/** No database takes NUL, which a form may still hold in a field that is no free text. */
function storable<T>(value: T, path: readonly string[] = []): T {
    if (typeof value === 'string' && value.includes('\0')) {
        const field = path.join('.');
        throw new InvalidField(
            plainName.test(field) ? field : '',
            `${field} must be text without invisible characters.`
        );
    }
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
        for (const [name, inner] of Object.entries(value)) storable(inner, [...path, name]);
    return value;
}

const plainDigits = /^[1-9]\d{0,15}$/;

/** joi's own number would take " 1e3 " too, and a text with a pattern would be no integer in /openapi.json. */
const digits = {
    type: 'digits',
    base: Joi.number().integer().min(1),
    messages: {
        'digits.plain': '{#label} must be a positive whole number',
        'number.max': '{#label} must be at most {#limit}',
        'number.unsafe': '{#label} must be a positive whole number'
    },
    prepare: (text: unknown, { error }: Joi.CustomHelpers) => {
        if (typeof text !== 'string') return undefined;
        return plainDigits.test(text)
            ? { value: Number(text) }
            : { value: text, errors: [error('digits.plain')] };
    }
};

/** A positive integer in a form, query or path: plain digits only, not all that a lenient parser would take. */
export const formInteger = (Joi.extend(digits) as { digits(): Joi.NumberSchema }).digits();

/** A canonical UUID; upper case becomes lower case. */
export const uuid = Joi.string()
    .pattern(/^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/, 'a UUID')
    .lowercase();

/** A reference to a sage: its integer id, or its UUID. */
export const sageRef = Joi.alternatives(formInteger, uuid);

/** The same in JSON, where an integer is a number. */
export const jsonSageRef = Joi.alternatives(Joi.number().integer().positive(), uuid);

/** What a person wrote, without what turns its direction around: whoever pasted that does not see what to take out. */
export const freeText = Joi.string().custom(withoutMarks);

/** A name by which something is found again: as it was sent, or refused. */
export const identifier = Joi.string().custom(
    meets((text) => (isMarked(text) ? 'must be text without invisible characters' : undefined))
);

/** A login or an address by which somebody is looked up. Phones type a space behind it; what is pasted unseen is of no login. */
export const typedLogin = freeText
    .custom((text: string, helpers) => text.trim() || helpers.error('string.empty'))
    .max(254);

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const fullWidth = /[\uff01-\uff5e]/g;
const longestTyped = 1000;

/** Whether what is before the @ has letters that mail servers do not take. */
export const hasAccents = (address: string) =>
    /[^\p{ASCII}]/u.test(address.slice(0, Math.max(0, address.lastIndexOf('@'))));

/** One spelling of an address: what is pasted with it unseen goes, and what only looks like a letter of an address becomes it. */
const plainAddress = Joi.string()
    .max(longestTyped)
    .custom((text: string, helpers) => {
        const plain = text
            .replaceAll(fullWidth, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
            .replaceAll(invisible, '')
            .trim();
        return hasAccents(plain)
            ? helpers.message({
                  custom: '{#label} must have only letters without accents before the @: mail servers refuse others'
              })
            : plain;
    });

/** An email address of somebody outside. */
export const emailAddress = plainAddress.trim().email({ tlds: false }).max(254);

/** An email address of a user, of letters that each mail server takes. */
export const accountEmail = plainAddress.trim().email({ tlds: false, allowUnicode: false }).max(254);

// Control characters, and what Unicode has for the end of a line and of a paragraph.
export const withoutBreaks = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** A name or a title: one line, because headers of emails, lists and logs contain it. */
export const oneLine = (most: number) => freeText.max(most).pattern(withoutBreaks, 'one line of plain text');
export const shortText = oneLine(200).trim().min(1);
/** A day of the calendar, like `2026-11-30`. */
export const day = Joi.string().custom(
    meets((text) => (isDay(text) ? undefined : 'must be a day, like 2026-11-30'))
);

function isDay(text: string) {
    const at = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Several lines of a form. Browsers send a line break as two characters, and count it as one. */
export const lines = (most: number) => freeText.allow('').max(most).replace(/\r\n/g, '\n');

export const longText = freeText.allow('').max(20_000);

/** A password as it was typed, of any permitted length. Joi's own `max` would count units of UTF-16. What turns text around cannot be typed. */
export const typedPassword = identifier
    .custom(
        meets((text) =>
            isPasswordSized(text) ? undefined : `must have at most ${longestPassword} characters`
        )
    )
    .description(`Up to ${longestPassword} characters.`);

export const paging = {
    page: formInteger.max(1_000_000).default(1),
    per_page: formInteger.max(200).default(50)
};

export interface Paging {
    page: number;
    per_page: number;
}

/** The limit and offset of a page. */
export const pageOf = ({ page, per_page }: Paging) => ({ limit: per_page, offset: (page - 1) * per_page });

/** The response that holds one page of a list. */
export const listOf = (item: Joi.PartialSchemaMap | Joi.ObjectSchema) => ({
    items: Joi.array()
        .items(Joi.isSchema(item) ? item : Joi.object(item))
        .required(),
    total: Joi.number().integer().min(0).required().description('Counting stops at 10,000.').id('Total'),
    more: Joi.valid(true).description('There are more than were counted.').id('More')
});

/** Returns a page of a list with each row as `view` shows it. */
export const viewPage = <Row, View, Rest>(
    { items, ...rest }: { items: readonly Row[] } & Rest,
    view: (row: Row) => View
) => ({ ...rest, items: items.map((row) => view(row)) });

/** A validator for joi whose message describes the problem and never repeats the value. */
export function meets(problemOf: (text: string) => string | undefined): Joi.CustomValidator<string> {
    return (text, helpers) => {
        const problem = problemOf(text);
        return problem === undefined ? text : helpers.message({ custom: `{#label} ${problem}` });
    };
}
