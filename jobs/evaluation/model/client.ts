// The only client of model servers with an OpenAI API. It connects through the guarded outgoing fetch.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '../../../config/outgoing.ts';
import { EvaluatorFault, isTemporary } from '../faults.ts';
import { type Completion, completionIn } from './completion.ts';
import { type Message, replySchema } from './messages.ts';
import { faultOf, type Option, optionRefused, options, type Refused } from './refusals.ts';
import { type Answered, type Place, request } from './server.ts';
import { at, countIn, textIn } from './values.ts';

export interface ModelSettings extends Place, Wanted {
    model: string;
    /** The time limit of one call with all its attempts and pauses, in milliseconds. */
    timeout: number;
    /** The number of retries after 429, 5xx and a lost connection. */
    retries?: number;
}

/** Opens no connection before the first call. Options that a server refuses are not requested again. */
export function openModel(settings: ModelSettings, outgoing: Pick<Outgoing, 'fetch'>) {
    const { model, effort, timeout, retries = 4 } = settings;
    const send = request(outgoing, settings);
    let taken = bestWay;
    let latest: (Completion & { form: string; effort: string | undefined }) | undefined;
    return {
        model,
        effort,
        /** Throws an EvaluatorFault; what speaks against the text of a completion is its own `fault`. */
        async complete(messages: readonly Message[], signal: AbortSignal) {
            const ends = performance.now() + timeout;
            for (let way = taken; ;) {
                const { fields, ...asked } = askedBy(settings, way);
                const json = { model, messages, ...fields };
                const once = async () => {
                    const left = ends - performance.now();
                    const answered = await send({ path: 'chat/completions', json, timeout: left, signal });
                    return completionOf(answered, { model, messages });
                };
                const came = await patiently(once, { retries, ends, signal });
                if ('text' in came) {
                    taken = together(taken, way);
                    return (latest = { ...came, ...asked });
                }
                const other = came.answered && otherWay(settings, way, came.answered);
                if (!other || came.fault.code !== 'refused') throw came.fault;
                way = other;
            }
        },
        /** What its latest completion showed, and what the server reports about its model without one. */
        describe: async (signal: AbortSignal) => {
            const { model: name, form, effort: given, thinks, counted } = latest ?? {};
            const facts = await factsOf((path) => send({ path, timeout: 5000, signal }), model);
            return { name, form, effort: given, thinks, counts: counted !== undefined, ...facts };
        }
    };
}

export type ModelClient = ReturnType<typeof openModel>;

/** Why there is no completion, with the server's response, if any. */
interface Failed {
    fault: EvaluatorFault;
    answered?: Answered;
}

function completionOf(answered: Answered, asked: Parameters<typeof completionIn>[1]): Completion | Failed {
    const completion = answered.status < 300 ? completionIn(answered.body, asked) : undefined;
    return completion ?? { fault: faultOf(answered), answered };
}

function unlessFault(fault: unknown): Failed {
    if (fault instanceof EvaluatorFault) return { fault };
    throw fault;
}

/** Asks again after what passes, as often as that is worth it and as long as there is time for the pause. */
async function patiently(
    once: () => Promise<Completion | Failed>,
    { retries, ends, signal }: { retries: number; ends: number; signal: AbortSignal }
) {
    for (let tries = 0; ;) {
        const came = await once().catch(unlessFault);
        if ('text' in came) return came;
        const isLoading = came.fault.code === 'loading';
        const pause = isLoading || tries < retries ? pauseAfter(came, tries) : Infinity;
        if (performance.now() + pause >= ends) return came;
        await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
        if (!isLoading) tries += 1;
    }
}

/** In milliseconds. A server that loads its model is waited for, whatever was tried before. */
function pauseAfter({ fault, answered }: Failed, tries: number) {
    const retryAfter = answered?.retryAfter;
    if (fault.code === 'loading') return Math.max(retryAfter ?? 1000, 100);
    const isPassing = isTemporary(fault) && (answered?.status ?? 500) >= 400;
    return isPassing ? (retryAfter ?? Math.min(500 * 2 ** tries, 8000)) : Infinity;
}

/** The tokens of a prompt with its reply, and the digest of the weights; undefined where they are not reported. */
type ServerFacts = Readonly<{ context?: number | undefined; digest?: string | undefined }>;

const places: readonly [path: string, read: (body: unknown, model: string) => ServerFacts][] = [
    // vLLM, and gateways
    [
        'models',
        (body, model) => ({ context: countIn(at(entryOf(at(body, 'data'), model), 'max_model_len')) })
    ],
    // Ollama
    ['../api/ps', (body, model) => loadedIn(entryOf(at(body, 'models'), model))],
    // llama-server
    ['../props', (body) => ({ context: countIn(at(body, 'default_generation_settings', 'n_ctx')) })]
];

const loadedIn = (entry: unknown) => ({
    context: countIn(at(entry, 'context_length')),
    digest: textIn(at(entry, 'digest'))?.slice(0, 100)
});

/** The entry of this model, which Ollama may call `name:latest`. */
const entryOf = (entries: unknown, model: string): unknown =>
    (Array.isArray(entries) ? entries : []).find((one) =>
        [model, `${model}:latest`].includes(textIn(at(one, 'id') ?? at(one, 'name')) ?? '')
    );

/** Requests all addresses. One that is missing, or does not answer, is ignored. */
async function factsOf(ask: (path: string) => Promise<Answered>, model: string): Promise<ServerFacts> {
    const all = await Promise.allSettled(
        places.map(async ([path, read]) => read((await ask(path)).body, model))
    );
    const replies = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return {
        context: replies.find(({ context }) => context)?.context,
        digest: replies.find(({ digest }) => digest)?.digest
    };
}

/** The ways to ask for each option of a call, best first: a server gets the first that it does not refuse. */
interface Wanted {
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
type Way = Readonly<Record<Option, number>>;

const bestWay: Way = { form: 0, limit: 0, temperature: 0, seed: 0, effort: 0 };

/** The output format of this way, and the fields of the request. */
function askedBy(wanted: Wanted, way: Way) {
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
function otherWay(wanted: Wanted, way: Way, refused: Refused): Way | undefined {
    const ways = waysOf(wanted);
    const option = optionRefused(refused, (one) => way[one] + 1 < ways[one].length);
    return option && { ...way, [option]: way[option] + 1 };
}

/** The way that leaves out what either leaves out: calls side by side each learn something. No reply may go on for ever. */
function together(one: Way, other: Way): Way {
    const both = options.map((option) => [option, Math.max(one[option], other[option])]);
    const way = Object.fromEntries(both) as Way;
    return { ...way, limit: Math.min(way.limit, 1) };
}
