// What servers do that give no answer: one double each, as in real-servers.ts.
import type { FaultCode } from '../../jobs/evaluation/faults.ts';
import { error, loading, type RealServer, reply, says } from './real-servers.ts';

const fails =
    (...of: Parameters<typeof error>): RealServer =>
    () =>
        error(...of);

const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: reply } }] })}\n\ndata: [DONE]\n\n`;

/** Those that give no answer, with what it is called, and how often they are asked. */
export const failing: Readonly<Record<string, readonly [RealServer, code: FaultCode, calls?: number]>> = {
    'OpenAI: a quota that is used up': [
        fails(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
        'quota'
    ],
    'Google: a limit per minute, in the words of a quota': [
        () => ({
            ...error(429, 'You exceeded your current quota. Please retry in 20.04466179s.'),
            headers: { 'retry-after-ms': '1' }
        }),
        'rate_limited',
        3
    ],
    'DeepSeek: no balance': [fails(402, 'Insufficient Balance'), 'quota'],
    'too many requests': [
        () => ({ ...error(429, 'Rate limit reached'), headers: { 'retry-after-ms': '1' } }),
        'rate_limited',
        3
    ],
    'a pause that is longer than the time': [
        () => ({ ...error(429, 'Rate limit reached'), headers: { 'retry-after': '3600' } }),
        'rate_limited'
    ],
    'OpenAI: too long': [
        fails(400, "This model's maximum context length is 8192 tokens.", {
            code: 'context_length_exceeded'
        }),
        'too_long'
    ],
    'vLLM: too long with its reply': [
        fails(400, "'max_tokens' is too large: 2000. This model's maximum context length is 4096 tokens."),
        'too_long'
    ],
    'llama-server: too long': [
        fails(400, 'request (14429 tokens) exceeds the available context size (8192 tokens)'),
        'too_long'
    ],
    'Anthropic: too long': [fails(400, 'prompt is too long: 210000 tokens > 200000 maximum'), 'too_long'],
    'a body that a proxy finds too large': [
        () => ({ status: 413, text: 'no', type: 'text/html' }),
        'too_long'
    ],
    'LM Studio: too long with status 200': [
        () => ({
            status: 200,
            json: { error: 'Trying to keep the first 5000 tokens when context the overflows.' }
        }),
        'too_long'
    ],
    'Ollama: a prompt cut off without a word': [
        says({ content: reply }, { more: { usage: { prompt_tokens: 50, completion_tokens: 20 } } }),
        'truncated'
    ],
    'thinking until the tokens are used up': [says({ content: '' }, { finish: 'length' }), 'thinking_cut'],
    'thinking until the tokens are used up, in the text': [
        says({ content: '<think>Let me see.' }, { finish: 'length' }),
        'thinking_cut'
    ],
    'thinking that leaves half an object': [
        says({ content: reply.slice(0, 30), reasoning: 'Hm.' }, { finish: 'length' }),
        'thinking_cut'
    ],
    'thoughts and no answer': [says({ content: '', reasoning: 'Hm.' }), 'no_answer'],
    'Ollama: no such model': [fails(404, 'model "m" not found, try pulling it first'), 'unknown_model'],
    'vLLM: no such model': [fails(404, 'The model `m` does not exist.'), 'unknown_model'],
    'LocalAI: a model that cannot be loaded': [
        fails(500, 'could not load model: rpc error'),
        'unknown_model'
    ],
    'a wrong path': [() => ({ status: 404, text: '<html>Not here</html>', type: 'text/html' }), 'no_api'],
    'LM Studio: a wrong path with status 200': [
        () => ({ status: 200, json: { error: 'Unexpected endpoint or method. (POST /chat/completions)' } }),
        'no_api'
    ],
    'a login page': [() => ({ status: 200, text: '<html>Log in</html>', type: 'text/html' }), 'no_api'],
    'a stream that nobody asked for': [
        () => ({ status: 200, text: chunk, type: 'text/event-stream' }),
        'no_api'
    ],
    'a wrong key': [fails(401, 'Incorrect API key provided: sk-12***34.'), 'refused'],
    'a request that is refused for no reason': [fails(400, 'Bad request'), 'refused'],
    'a proxy without a server': [
        () => ({
            status: 502,
            text: '<html>Bad gateway</html>',
            type: 'text/html',
            headers: { 'retry-after-ms': '1' }
        }),
        'server_error',
        3
    ],
    'an empty reply': [says({ content: null }), 'server_error'],
    'a server that loads for longer than there is time': [
        () => ({ ...loading, headers: { 'retry-after': '3600' } }),
        'loading'
    ],
    'more than anybody reads': [() => ({ status: 200, text: 'x'.repeat(300_000) }), 'no_api']
};

/** Those that refuse this one text, so that a person gives its level. */
export const filtering: Readonly<Record<string, RealServer>> = {
    'Azure: the prompt': fails(
        400,
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        { code: 'content_filter' }
    ),
    'Azure: the reply': says({}, { finish: 'content_filter' }),
    'OpenAI: a refusal': says({ content: null, refusal: 'I cannot help with that.' })
};
