// The settings of a language model for evaluation; without LLM_BASE_URL there is none.
import Joi from 'joi';
import { integer, optional, plainAddress, type ValuesOf } from './formats.ts';

const withServer = { is: Joi.exist(), then: Joi.required(), otherwise: Joi.forbidden() };

export const llmSchemas = {
    LLM_BASE_URL: optional(plainAddress),
    LLM_MODEL: optional(Joi.string().max(200).when('LLM_BASE_URL', withServer)),
    /** Who runs it, as candidates read it before they agree. */
    LLM_OPERATOR: optional(Joi.string().max(200).when('LLM_BASE_URL', withServer)),
    LLM_API_KEY: optional(Joi.string().pattern(/^[!-~]+$/, 'characters that are valid in an HTTP header')),
    LLM_TIMEOUT_MS: integer(100).max(600_000).default(60_000),
    /** The most tokens of one reply, thinking included. */
    LLM_MAX_TOKENS: integer(200).max(32_000).default(2000),
    /** How much the model is to think, in the words of its server. */
    LLM_REASONING_EFFORT: optional(Joi.string().pattern(/^[a-z]{1,20}$/, 'a word such as none or low')),
    LLM_CONCURRENCY: integer(1).max(64).default(4),
    LLM_MONTHLY_LIMIT: integer().default(0)
};

/** How the model is asked; undefined where none is set up. */
export function llmOf(value: ValuesOf<typeof llmSchemas>) {
    const { LLM_BASE_URL: baseUrl, LLM_MODEL: model = '', LLM_OPERATOR: operator = '' } = value;
    if (!baseUrl) return undefined;
    return {
        baseUrl,
        model,
        operator,
        apiKey: value.LLM_API_KEY,
        timeout: value.LLM_TIMEOUT_MS,
        maxTokens: value.LLM_MAX_TOKENS,
        effort: value.LLM_REASONING_EFFORT,
        concurrency: value.LLM_CONCURRENCY,
        monthlyLimit: value.LLM_MONTHLY_LIMIT
    };
}
