// The fields of responses, for /openapi.json. A field is in every response, unless its schema makes it optional.
import Joi from 'joi';

export const wholeId = Joi.number().integer().min(1).required();
export const maybeId = wholeId.allow(null);
export const uuidText = Joi.string().guid().required();
export const anyText = Joi.string().allow('').required();
export const maybeText = anyText.allow(null);
export const moment = Joi.string().isoDate().required();
export const maybeMoment = moment.allow(null);
export const count = Joi.number().integer().min(0).required();
export const flag = Joi.boolean().required();
export const amount = Joi.number().required().description('Money, with up to two decimals.').id('Money');
export const digest = Joi.string().hex().length(64).required().description('SHA-256.');

export const oneOf = (...names: readonly string[]) =>
    Joi.string()
        .valid(...names)
        .required();

export const several = (item: Joi.Schema) => Joi.array().items(item).required();

/** A value of this kind under any name. */
export const byName = (value: Joi.Schema) => Joi.object().pattern(Joi.any(), value).required();

/** The field of a response with the confirmation in words. */
export const message = { message: Joi.string().required() };

/** The same as a whole response. */
export const messageOnly = Joi.object(message).id('Message').required();

/** A resource in the responses of several routes: /openapi.json describes it once, under this name. */
export const named = (name: string, fields: Joi.PartialSchemaMap) => Joi.object(fields).id(name).required();
