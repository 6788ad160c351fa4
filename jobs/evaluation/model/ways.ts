// The ways to ask for each option of a call, best first: a server gets the first that it does not refuse.
import { replySchema } from './messages.ts';
import { type Option, optionRefused, options, type Refused } from './refusals.ts';

export interface Wanted {
    /** The most tokens of a reply, thinking included. */
    maxTokens?: number;
    /** How much a model is to think, in the words of its server; undefined leaves it to the server. */
    effort?: string | undefined;
}

const schemaOf = (schema: object) => ({
    type: 'json_schema',
    json_schema: { name: 'finding', strict: true, schema }
});

/** The same form with an end to every text and list: without one a model may go on until its tokens are used up. */
const { level, quotes, reason } = replySchema.properties;
const bounded = { ...reason, maxLength: 600 };
const properties = { level, quotes: { ...quotes, maxItems: 3, items: bounded }, reason: bounded };

/** Undefined leaves an option out. */
const waysOf = ({ effort }: Wanted) => ({
    form: ['schema', 'schema without lengths', 'json', 'text'] as const,
    limit: ['max_tokens', 'max_completion_tokens', undefined],
    temperature: [0, undefined],
    seed: [20_261, undefined],
    effort: effort === undefined ? [undefined] : [effort, undefined]
});

const formats = {
    schema: schemaOf({ ...replySchema, properties }),
    'schema without lengths': schemaOf(replySchema),
    json: { type: 'json_object' },
    text: undefined
};

/** For each option the place of the way that is taken. */
export type Way = Readonly<Record<Option, number>>;

export const bestWay: Way = { form: 0, limit: 0, temperature: 0, seed: 0, effort: 0 };

/** The output format of this way, and the fields of the request. */
export function askedBy(wanted: Wanted, way: Way) {
    const ways = waysOf(wanted);
    const [form = 'text', limit] = [ways.form[way.form], ways.limit[way.limit]];
    const [seed, effort] = [ways.seed[way.seed], ways.effort[way.effort]];
    const fields = {
        response_format: formats[form],
        temperature: ways.temperature[way.temperature],
        seed,
        reasoning_effort: effort,
        ...(limit && { [limit]: wanted.maxTokens ?? 2000 }) // of three quotes and a sentence
    };
    return { form, seed, effort, fields };
}

/** The next way for the option that a refusal names; undefined where it names none, or none is left. */
export function otherWay(wanted: Wanted, way: Way, refused: Refused): Way | undefined {
    const ways = waysOf(wanted);
    const option = optionRefused(refused, (one) => way[one] + 1 < ways[one].length);
    return option && { ...way, [option]: way[option] + 1 };
}

/** The way that leaves out what either leaves out: calls side by side each learn something. No reply may go on for ever. */
export function together(one: Way, other: Way): Way {
    const both = options.map((option) => [option, Math.max(one[option], other[option])]);
    const way = Object.fromEntries(both) as Way;
    return { ...way, limit: Math.min(way.limit, 1) };
}
