// Whether a value is what a published JSON Schema says; of the keywords, those that our schemas use.
export type Schema = Readonly<Record<string, unknown>>;

type Check = (value: unknown, wanted: never, schema: Schema) => string[];

/** What is wrong with the value; empty when it fits. Throws for a keyword that it does not know. */
export function misfits(schema: Schema, value: unknown, at = 'the answer'): string[] {
    return Object.entries(schema).flatMap(([keyword, wanted]) => {
        const check = checks[keyword];
        if (!check) throw new Error(`${keyword} is a keyword that is not checked here`);
        return check(value, wanted as never, schema).map((wrong) => `${at}${wrong}`);
    });
}

const objectOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, unknown>);
const say = (fits: boolean, wrong: string) => (fits ? [] : [` ${wrong}`]);

const checks: Record<string, Check> = {
    type: (value, wanted: string | string[]) =>
        say(
            [wanted].flat().some((type) => isOf(type, value)),
            `is not of type ${String(wanted)}`
        ),
    const: (value, wanted) => say(value === wanted, `is not ${String(wanted)}`),
    enum: (value, wanted: unknown[]) => say(wanted.includes(value), `is none of ${String(wanted)}`),
    anyOf: (value, schemas: Schema[]) =>
        say(
            schemas.some((schema) => misfits(schema, value).length === 0),
            'fits none of its forms'
        ),
    required: (value, names: string[]) =>
        isOf('object', value)
            ? names.flatMap((name) => say(Object.hasOwn(value as object, name), `lacks ${name}`))
            : [],
    properties: (value, schemas: Record<string, Schema>) =>
        objectOf(value).flatMap(([name, inner]) =>
            schemas[name] ? misfits(schemas[name], inner, `.${name}`) : []
        ),
    additionalProperties: (value, wanted: Schema | boolean, { properties = {} }) =>
        objectOf(value)
            .filter(([name]) => !Object.hasOwn(properties as object, name))
            .flatMap(([name, inner]) => {
                if (typeof wanted === 'object') return misfits(wanted, inner, `.${name}`);
                return say(wanted, `may not have ${name}`);
            }),
    items: (value, schema: Schema) =>
        Array.isArray(value) ? value.flatMap((item, i) => misfits(schema, item, `[${i}]`)) : [],
    uniqueItems: (value) =>
        say(!Array.isArray(value) || new Set(value).size === value.length, 'repeats itself'),
    minItems: (value, least: number) => say(!Array.isArray(value) || value.length >= least, 'is too few'),
    maxItems: (value, most: number) => say(!Array.isArray(value) || value.length <= most, 'is too many'),
    minLength: text((value, least: number) => say(value.length >= least, 'is too short')),
    maxLength: text((value, most: number) => say(value.length <= most, 'is too long')),
    minimum: number((value, least) => say(value >= least, 'is too small')),
    maximum: number((value, most) => say(value <= most, 'is too large')),
    pattern: text((value, pattern: string) => say(new RegExp(pattern, 'u').test(value), `is not ${pattern}`)),
    format: text((value, format: keyof typeof formats) =>
        say(formats[format].test(value), `is no ${format}`)
    ),
    // What says nothing of the value.
    title: () => [],
    description: () => [],
    default: () => []
};

const formats = {
    hex: /^[0-9a-f]*$/i,
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    email: /^\S+@\S+$/,
    uri: /^[a-z]+:\/\/\S+$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
};

/** A rule for texts, which all else meets. */
function text<Wanted>(check: (value: string, wanted: Wanted) => string[]): Check {
    return (value, wanted) => (typeof value === 'string' ? check(value, wanted) : []);
}

/** A rule for numbers. */
function number(check: (value: number, wanted: number) => string[]): Check {
    return (value, wanted) => (typeof value === 'number' ? check(value, wanted) : []);
}

function isOf(type: string, value: unknown) {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    return typeof value === type;
}
