// The arguments of write_storage_object, and what they must be before anything is written.
import Joi from 'joi';
import { Refusal } from '../../../db/refusal.ts';
import { bucketName } from './aliases.ts';
import { keyOf, meets, problemOfKey, problemOfName, problemOfPrefix } from './keys.ts';
import type { Place, Places } from './places.ts';

const mostBytes = 10 * 1024 * 1024;

/** As they are sent. */
interface Given {
    name: string;
    content_base64: Buffer;
    alias?: string;
    bucket?: string;
    prefix?: string;
    content_type: string;
}

/** The same, and where the object goes. */
export interface WriteOrder extends Given {
    place: Place;
    key: string;
}

// Type and subtype and parameters (RFC 9110, 8.3.1), ASCII alone: it becomes a header.
const token = "[\\w!#$%&'*+.^`|~-]{1,127}";
const mediaType = new RegExp(
    `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[ !#-\\[\\]-~]*"))*$`
);

export function argumentsFor(places: Places) {
    return Joi.object<Given>({
        name: Joi.string()
            .custom(meets(problemOfName))
            .required()
            .description(
                'The name of the object; slashes make levels. With its prefixes at most 1024 bytes.'
            ),
        content_base64: Joi.string()
            .allow('')
            .custom(contentOf)
            .required()
            .description('The content in base64 with its padding; empty is an empty object. At most 10 MiB.'),
        alias: optional()
            .custom(meets((alias) => (places.has(alias) ? undefined : 'is no configured alias')))
            .description(`A configured alias: ${places.names.join(', ')}. By default: default.`),
        bucket: optional()
            .pattern(bucketName, 'the exact name of a bucket')
            .description('Instead of an alias: the exact name of an existing bucket.'),
        prefix: optional()
            .allow('')
            .custom(meets(problemOfPrefix))
            .description('Stands before the name, with a slash between them.'),
        content_type: optional()
            .max(255)
            .pattern(mediaType, 'a media type, such as text/plain')
            .default('application/octet-stream')
            .description('The media type of the object.')
    })
        .oxor('alias', 'bucket')
        .messages({ 'object.oxor': 'alias and bucket exclude each other' })
        .custom((given: Given, helpers): WriteOrder | Joi.ErrorReport => {
            const place = places.of(given);
            const key = keyOf([place.prefix, given.prefix ?? ''], given.name);
            const problem = problemOfKey(key);
            if (problem) return helpers.message({ custom: `the key (prefixes and name) ${problem}` });
            return { ...given, place, key };
        });
}

const optional = () => Joi.string().allow(null);

/** Node's reader skips what is no base64; what is encoded again must therefore be the same text. */
function contentOf(text: string, helpers: Joi.CustomHelpers) {
    if (text.length > Math.ceil(mostBytes / 3) * 4) throw tooLarge();
    const content = Buffer.from(text, 'base64');
    if (content.toString('base64') !== text) return helpers.message({ custom: '{#label} is no base64' });
    if (content.length > mostBytes) throw tooLarge();
    return content;
}

const tooLarge = () => new Refusal('too_large', 'The object is larger than 10 MiB.');
