// The arguments of write_storage_object, and their validation before anything is written.
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import { meets } from '../../surfaces/http/fields.ts';
import { bucketName } from './aliases.ts';
import { keyOf, problemOfKey, problemOfName, problemOfPrefix } from './keys.ts';
import type { Place, Places } from './places.ts';

const mostBytes = 10 * 1024 * 1024;

/** The arguments as they were sent. */
interface Arguments {
    name: string;
    content_base64: Buffer;
    alias?: string;
    bucket?: string;
    prefix?: string;
    content_type: string;
}

/** The arguments, and the place and key of the object. */
export interface WriteOrder extends Arguments {
    place: Place;
    key: string;
}

// Type and subtype and parameters (RFC 9110, 8.3.1), ASCII alone: it becomes a header.
const token = "[\\w!#$%&'*+.^`|~-]{1,127}";
const mediaType = new RegExp(
    `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[ !#-\\[\\]-~]*"))*$`
);

/** The schema of the arguments; what it returns also holds the place and the key. */
export const argumentsFor = (places: Places) =>
    Joi.object<Arguments>({ ...objectFields, ...placeFields(places) })
        .oxor('alias', 'bucket')
        .messages({ 'object.oxor': 'alias and bucket cannot be sent together' })
        .custom(orderAt(places));

/** No `pattern` of the schema: few of the programs that hand it to a model read more than the simplest. */
const matching = (shape: RegExp, what: string) => (text: string) =>
    shape.test(text) ? undefined : `must be ${what}`;

const objectFields = {
    name: Joi.string()
        .custom(meets(problemOfName))
        .required()
        .description(
            'The name of the object. Slashes create levels. Up to 1,024 bytes, including its prefixes.'
        ),
    content_base64: Joi.string()
        .allow('')
        .custom(contentOf)
        .required()
        .description('The content in base64 with padding, up to 10 MiB. Empty creates an empty object.'),
    content_type: Joi.string()
        .max(255)
        .custom(meets(matching(mediaType, 'a media type, such as text/plain')))
        .default('application/octet-stream')
        .description('The media type of the object.')
};

const placeFields = (places: Places) => ({
    alias: Joi.string()
        .custom(meets((alias) => (places.has(alias) ? undefined : 'is not a configured alias')))
        .description(`A configured alias: ${places.names.join(', ')}. By default: default.`),
    bucket: Joi.string()
        .custom(meets(matching(bucketName, 'the exact name of a bucket')))
        .description('Instead of an alias: the exact name of an existing bucket.'),
    prefix: Joi.string()
        .allow('')
        .custom(meets(problemOfPrefix))
        .description('Precedes the name, with a slash between them.')
});

const orderAt =
    (places: Places) =>
    (input: Arguments, helpers: Joi.CustomHelpers): WriteOrder | Joi.ErrorReport => {
        const place = places.of(input);
        const key = keyOf([place.prefix, input.prefix ?? ''], input.name);
        const problem = problemOfKey(key);
        if (problem) return helpers.message({ custom: `the key (prefixes and name) ${problem}` });
        return { ...input, place, key };
    };

function contentOf(text: string, helpers: Joi.CustomHelpers) {
    if (text.length > Math.ceil(mostBytes / 3) * 4) throw tooLarge();
    const content = Buffer.from(text, 'base64');
    if (!isEncoded(text, content)) return helpers.message({ custom: '{#label} is not base64' });
    if (content.length > mostBytes) throw tooLarge();
    return content;
}

/**
 * Whether the content encodes to this very text again, without encoding megabytes: Node ignores characters that are not base64,
 * which makes the content shorter, and accepts those of URLs; the rest of the last group may have bits that count for nothing.
 */
function isEncoded(text: string, content: Buffer) {
    const last = content.subarray(content.length - (content.length % 3 || 3));
    return (
        text.length === Math.ceil(content.length / 3) * 4 &&
        !text.includes('-') &&
        !text.includes('_') &&
        text.endsWith(last.toString('base64'))
    );
}

const tooLarge = () => new Refusal('too_large', 'The object is larger than 10 MiB.');
