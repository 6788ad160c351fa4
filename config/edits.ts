// The operator's additions to the sentences and words that test evaluators: a JSON file, read at the start.
import { readFileSync } from 'node:fs';
import Joi from 'joi';
import { optional, type ValuesOf } from './formats.ts';
import { llmOf } from './llm.ts';
import { settingPath } from './program.ts';

/** What a file says of a language; the rest of it is there already, or is not. */
interface AddedEdits {
    identities: Readonly<Record<string, readonly string[]>>;
    controls: Readonly<Record<string, readonly string[]>>;
    harmless: readonly string[];
    refused?: string;
    wordings: Readonly<Record<string, Readonly<Record<string, string>>>>;
    hedges: readonly string[];
}

const sentences = Joi.array().items(Joi.string().trim().max(300)).min(1).max(20);
const places = ['first', 'after_first', 'last', 'signature'];
const byName = (value: Joi.Schema) =>
    Joi.object()
        .pattern(/^[a-z]\w{0,39}$/, value)
        .default({});
const content = Joi.object().pattern(
    /^[a-z]{2,3}$/,
    Joi.object({
        identities: byName(sentences),
        controls: Joi.object()
            .pattern(Joi.valid(...places), sentences)
            .default({}),
        harmless: sentences.default([]),
        refused: Joi.string().max(300).pattern(/\{\}/).messages({
            'string.pattern.base': '{#label} must contain two braces in place of the indicators'
        }),
        wordings: byName(Joi.object().pattern(/^\p{L}+$/u, Joi.string().allow('').max(60))),
        hedges: sentences.default([])
    })
);

const read = (file: string) =>
    Joi.attempt(JSON.parse(readFileSync(settingPath(file), 'utf8')), content) as object;

export const editsSchemas = { EDITS_FILE: optional(Joi.string().custom(read)) };

/** Identifies the evaluators of this process, and the texts that test them. */
export const judgingOf = (value: Parameters<typeof llmOf>[0] & ValuesOf<typeof editsSchemas>) => ({
    llm: llmOf(value),
    edits: (value.EDITS_FILE ?? {}) as unknown as Readonly<Record<string, AddedEdits>> // as the file has been read
});
