// Checks whether a value matches a published JSON Schema.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    formats: {
        binary: true,
        hex: /^[0-9a-f]*$/i,
        uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        email: /^\S+@\S+$/,
        uri: /^[a-z]+:\/\/\S+$/,
        'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
    }
});
const compiled = new WeakMap<Schema, ValidateFunction>();

/** Problem with the value; empty when it fits. Throws for a keyword or a format that it does not know. */
export function misfits(schema: Schema, value: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
    );
}
