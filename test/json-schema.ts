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
const lengthOf = (value: unknown) => String(value).length;
const say = (fits: boolean, wrong: string) => (fits ? [] : [` ${wrong}`]);

const checks: Record<string, Check> = {
    type: (value, wanted) => say(isOf(wanted, value), `is not of type ${String(wanted)}`),
    required: (value, names: string[]) =>
        names.flatMap((name) => say(Object.hasOwn(value as object, name), `lacks ${name}`)),
    properties: (value, schemas: Record<string, Schema>) =>
        objectOf(value).flatMap(([name, inner]) =>
            schemas[name] ? misfits(schemas[name], inner, `.${name}`) : []
        ),
    additionalProperties: (value, wanted, { properties = {} }) =>
        objectOf(value).flatMap(([name]) =>
            say(wanted !== false || Object.hasOwn(properties as object, name), `may not have ${name}`)
        ),
    items: (value, schema: Schema) =>
        (value as unknown[]).flatMap((item, i) => misfits(schema, item, `[${i}]`)),
    minLength: (value, least: number) => say(lengthOf(value) >= least, 'is too short'),
    maxLength: (value, most: number) => say(lengthOf(value) <= most, 'is too long'),
    minimum: (value, least: number) => say(Number(value) >= least, 'is too small'),
    pattern: (value, pattern: string) => say(new RegExp(pattern).test(String(value)), `is not ${pattern}`),
    format: (value, format: keyof typeof formats) =>
        say(formats[format].test(String(value)), `is no ${format}`)
};

const formats = { hex: /^[0-9a-f]*$/i, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ };

function isOf(type: string, value: unknown) {
    if (type === 'array') return Array.isArray(value);
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    return typeof value === type;
}
