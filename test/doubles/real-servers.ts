// What servers do that do not answer as the API says: one double each, of what their sources, documents and users report.
type Body = Record<string, unknown>;

/** What a server sends: a status with JSON, or with a text of another type. */
export interface Sent {
    status: number;
    json?: unknown;
    text?: string;
    type?: string | undefined;
    headers?: Record<string, string>;
}

export type RealServer = (body: Body, before: number) => Sent;

const finding = { level: 'strong', quotes: ['I write a list'], reason: 'It names a way.' };
export const reply = JSON.stringify(finding);

interface More {
    finish?: string;
    /** Fields of the body. */
    more?: object;
}

const completed = (message: object, { finish = 'stop', more = {} }: More = {}): Sent => ({
    status: 200,
    json: {
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
        usage: { prompt_tokens: 400, completion_tokens: 20 },
        ...more
    }
});
const well = completed({ content: reply });

export const says =
    (message: object, more?: More): RealServer =>
    () =>
        completed(message, more);

export const error = (status: number, message: string, more: object = {}): Sent => ({
    status,
    json: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } }
});
/** Refuses calls that have this, and answers all others. */
const unless =
    (has: (body: Body) => boolean, refusal: Sent): RealServer =>
    (body) =>
        has(body) ? refusal : well;

const formOf = (body: Body) => (body['response_format'] as { type?: string } | undefined)?.type;
const has = (name: string) => (body: Body) => name in body;
const isBounded = (body: Body) => JSON.stringify(body).includes('maxLength');
const wantsSchema = (body: Body) => formOf(body) === 'json_schema';

const thoughts = '<think>\nThe answer names {a list}. Is it strong? Perhaps.\n</think>\n\n';
const fence = '```';
const fenced = `${fence}json\n${reply}\n${fence}`;
const busy: Sent = { ...error(429, 'slow down'), headers: { 'retry-after-ms': '1' } };

export const loading: Sent = {
    ...error(503, 'Loading model', { type: 'unavailable_error', code: 503 }),
    headers: { 'retry-after-ms': '20' }
};

/** Those whose answer is read as it was meant, with the number of calls that the first one takes. */
export const read: Readonly<Record<string, readonly [RealServer, calls?: number]>> = {
    'thinking before the object': [says({ content: thoughts + reply })],
    'the end of a thinking that its template began': [
        says({ content: `It names a list.\n</think>\n${reply}` })
    ],
    'thinking before a fence': [says({ content: thoughts + fenced })],
    'Mistral: thinking in its own marks': [says({ content: `[THINK]Hm.[/THINK]${reply}` })],
    'gpt-oss without a parser': [
        says({ content: `<|channel|>analysis<|message|>Hm.<|end|><|channel|>final<|message|>${reply}` })
    ],
    'an object that quotes the end of a thinking': [
        says({ content: JSON.stringify({ ...finding, reason: 'It says </think> for no reason.' }) })
    ],
    'prose before a fence': [says({ content: `Here is my judgement:\n${fenced}` })],
    'prose after a fence': [says({ content: `${fenced}\nI hope that helps.` })],
    'prose around the object': [says({ content: `Judgement: ${reply} That is all.` })],
    'thoughts in reasoning_content': [says({ content: reply, reasoning_content: 'Hm.' })],
    'vLLM: the object in reasoning_content': [says({ content: null, reasoning_content: reply })],
    'Ollama: the object in reasoning': [says({ content: '', reasoning: reply })],
    'Mistral: parts, one of them thinking': [
        says({
            content: [
                { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
                { type: 'text', text: reply }
            ]
        })
    ],
    'a text in two parts': [
        says({
            content: [
                { type: 'text', text: reply.slice(0, 9) },
                { type: 'text', text: reply.slice(9) }
            ]
        })
    ],
    'a level in capitals, and one quote as a text': [
        says({ content: JSON.stringify({ ...finding, level: 'Strong', quotes: finding.quotes[0] }) })
    ],
    'no usage': [says({ content: reply }, { more: { usage: undefined } })],
    'usage without numbers': [says({ content: reply }, { more: { usage: { prompt_tokens: null } } })],
    'usage in texts': [says({ content: reply }, { more: { usage: { prompt_tokens: '400' } } })],
    'no name of the model': [says({ content: reply }, { more: { model: null } })],
    'JSON with the type of a text': [
        () => ({ status: 200, text: JSON.stringify(well.json), type: 'text/plain' })
    ],
    'JSON without a type': [() => ({ status: 200, text: JSON.stringify(well.json), type: undefined })],
    'OpenAI: max_tokens and temperature refused': [
        (body) => {
            if ('max_tokens' in body)
                return error(
                    400,
                    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
                );
            if (!('max_completion_tokens' in body)) return error(400, 'no limit');
            return 'temperature' in body
                ? error(400, "Unsupported value: 'temperature' does not support 0 with this model.")
                : well;
        },
        3
    ],
    'a model that does not reason': [
        unless(
            has('reasoning_effort'),
            error(400, 'Unrecognized request argument supplied: reasoning_effort')
        ),
        2
    ],
    'Azure: lengths in a schema refused': [
        unless(
            isBounded,
            error(400, "Invalid schema for response_format 'finding': 'maxLength' is not permitted.")
        ),
        2
    ],
    'llama-server: the grammar is not understood': [
        unless(
            isBounded,
            error(400, 'Failed to initialize samplers: failed to parse grammar', { code: 400 })
        ),
        2
    ],
    'Gemini: a list of errors, additionalProperties refused': [
        unless(wantsSchema, {
            status: 400,
            json: [
                {
                    error: {
                        code: 400,
                        message: 'Unknown name "additionalProperties" at \'response_schema\''
                    }
                }
            ]
        }),
        3
    ],
    'LM Studio: no schema for this model, and no JSON either': [
        unless((body) => formOf(body) !== undefined, {
            status: 400,
            json: { error: "'response_format.type' must be 'text'" }
        }),
        4
    ],
    'vLLM: an error without the key error': [
        unless(wantsSchema, {
            status: 400,
            json: { object: 'error', message: 'json_schema is not supported' }
        }),
        3
    ],
    'FastAPI: seed refused in a detail': [
        unless(has('seed'), {
            status: 422,
            json: { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs' }] }
        }),
        2
    ],
    'LiteLLM: seed refused with status 500': [
        unless(has('seed'), error(500, "ollama does not support parameters: {'seed': 1}, for model=m")),
        2
    ],
    'llama-server: loading for longer than there are retries, then busy': [
        (_, before) => (before < 5 ? loading : before < 6 ? busy : well),
        7
    ],
    'a server that says when to come back': [
        (_, before) =>
            before < 1 ? { ...error(429, 'slow down'), headers: { 'retry-after-ms': '20' } } : well,
        2
    ],
    'OpenRouter: a failure of status 200 that passes': [
        (_, before) =>
            before < 1
                ? {
                      status: 200,
                      json: { error: { code: 502, message: 'Upstream' } },
                      headers: { 'retry-after-ms': '20' }
                  }
                : well,
        2
    ]
};
