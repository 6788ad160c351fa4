// The settings of a language model for evaluation: LLM_BASE_URL of a server, or LLM_FILE; without either there is none.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Joi from 'joi';
import { integer, optional, plainAddress } from './formats.ts';

const isSet = Joi.exist();
const only = {
    'any.unknown': '{#label} is for a server (LLM_BASE_URL) and cannot be combined with LLM_FILE'
};
const forServer = <T>(schema: Joi.AnySchema<T>) =>
    optional(schema.when('LLM_FILE', { is: isSet, then: Joi.forbidden().messages(only) }));
const withServer = { is: isSet, then: Joi.required(), otherwise: Joi.forbidden() };
const withEither = { ...withServer, otherwise: Joi.when('LLM_FILE', withServer) };
const alone = Joi.number().max(1).default(1).messages({ 'number.max': '{#label} must be 1 with LLM_FILE' });
const price = optional(Joi.number().min(0));

export const llmSchemas = {
    LLM_BASE_URL: forServer(plainAddress),
    /** A model in GGUF, below DATA_DIR or elsewhere, which is loaded here. */
    LLM_FILE: optional(Joi.string()),
    LLM_MODEL: forServer(Joi.string().max(200).when('LLM_BASE_URL', withServer)),
    /** Who runs it, as candidates read it before they agree. */
    LLM_OPERATOR: optional(Joi.string().max(200).when('LLM_BASE_URL', withEither)),
    LLM_API_KEY: forServer(Joi.string().pattern(/^[!-~]+$/, 'characters that are valid in an HTTP header')),
    LLM_TIMEOUT_MS: integer(100).max(600_000).default(60_000),
    /** The most tokens of one reply, thinking included. */
    LLM_MAX_TOKENS: integer(200).max(32_000).default(2000),
    /** How much the model is to think, in the words of its server. */
    LLM_REASONING_EFFORT: forServer(Joi.string().pattern(/^[a-z]{1,20}$/, 'a word such as none or low')),
    LLM_CONCURRENCY: integer(1).max(64).default(4).when('LLM_FILE', { is: isSet, then: alone }),
    LLM_MONTHLY_LIMIT: integer().default(0),
    LLM_DEMO_LIMIT: integer().max(100).default(5),
    LLM_PRICE_IN: price,
    LLM_PRICE_OUT: price
};

type Value<S> = S extends Joi.AnySchema<infer T> ? T : never;
type LlmValues = { [Name in keyof typeof llmSchemas]: Value<(typeof llmSchemas)[Name]> };

/** How the model is asked; undefined where none is set up. */
export function llmOf(value: LlmValues, dataDir: string) {
    const file = value.LLM_FILE && resolve(dataDir, value.LLM_FILE);
    const { LLM_BASE_URL: server, LLM_MODEL: model = '', LLM_OPERATOR: operator = '' } = value;
    const baseUrl = file ? pathToFileURL(file).href : server;
    if (!baseUrl) return undefined;
    return {
        baseUrl,
        file,
        /** Of the file, once it has its name: withModelName. */
        stamp: '',
        model,
        operator,
        apiKey: value.LLM_API_KEY,
        timeout: value.LLM_TIMEOUT_MS,
        maxTokens: value.LLM_MAX_TOKENS,
        effort: value.LLM_REASONING_EFFORT,
        concurrency: value.LLM_CONCURRENCY,
        monthlyLimit: value.LLM_MONTHLY_LIMIT,
        demoLimit: value.LLM_DEMO_LIMIT,
        price: { in: value.LLM_PRICE_IN, out: value.LLM_PRICE_OUT }
    };
}
