// A model that is loaded, and its answers: one sequence, which keeps what two calls have in common, and a grammar.
import type { Message } from '../messages.ts';
import { loadLibrary, type Library, type Llama, type Sequence } from './llama.ts';
import { assertMemory } from './memory.ts';

export interface Loading {
    file: string;
    threads: number;
    /** The most tokens of a prompt with its reply; fewer where the model was trained for fewer. */
    context: number;
}

/** A call of OpenAI's API, as far as the parent makes any. */
export interface Call {
    messages: readonly Message[];
    max_tokens: number;
    seed: number;
    response_format: { json_schema: { schema: object } };
}

export interface Reply {
    status: number;
    body: object;
}

/** Tokens per batch: a call can be stopped between two batches. */
const batchSize = 64;

/** Loads the file. Throws for an invalid model, or one that needs more memory than there is. */
export async function openEngine(loading: Loading) {
    const library = await loadLibrary();
    let said = '';
    // `never` and `skipDownload`: without them a missing binary would be fetched and compiled.
    const llama = await library.getLlama({
        gpu: false,
        build: 'never',
        skipDownload: true,
        maxThreads: loading.threads,
        logLevel: library.LlamaLogLevel.error,
        logger: (_level: unknown, text: string) => (said = text.trim())
    });
    try {
        const { model, sequence } = await load(library, llama, loading);
        return { context: sequence.contextSize, answer: answering({ library, llama, model, sequence }) };
    } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : String(error)} ${said}`.trim(), {
            cause: error
        });
    }
}

async function load(library: Library, llama: Llama, { file, threads, context }: Loading) {
    const info = await library.readGgufFileInfo(file);
    if (info.splicedParts > 1)
        throw new Error('The model is split into several files. Join them into one file.');
    const insights = await library.GgufInsights.from(info, llama);
    const contextSize = Math.min(context, insights.trainContextSize ?? context);
    const options = { contextSize, sequences: 1, batchSize };
    const needed = await insights.estimateContextResourceRequirementsV2({ ...options, modelGpuLayers: 0 });
    await assertMemory(file, needed.cpuRam);
    const unchecked = { ignoreMemorySafetyChecks: true }; // ours knows of containers
    // Without mmap: otherwise weights that are overwritten while loading would be used under the old name.
    const model = await llama.loadModel({ modelPath: file, gpuLayers: 0, useMmap: false, ...unchecked });
    const opened = await model.createContext({ ...options, threads, ...unchecked });
    return { model, sequence: opened.getSequence() };
}

type Loaded = Awaited<ReturnType<typeof load>> & { library: Library; llama: Llama };

function answering({ library, llama, model, sequence }: Loaded) {
    const quick = { customWrapperSettings: { qwen: { thoughts: 'discourage' } } };
    const wrapper = library.resolveChatWrapper(model, quick);
    // Texts of people are tokenized as text: they never become control tokens, whatever they spell.
    const tokensOf = (messages: readonly Message[]) => {
        const chatHistory = [...messages.map(itemOf), { type: 'model', response: [] }];
        return wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
    };
    return async ({ messages, max_tokens, ...call }: Call, signal: AbortSignal): Promise<Reply> => {
        const tokens = tokensOf(messages);
        const most = sequence.contextSize - max_tokens;
        if (tokens.length > most)
            return refused(`the prompt exceeds the context: ${tokens.length} > ${most}`);
        const { schema } = call.response_format.json_schema;
        const grammar = await llama.createGrammarForJsonSchema(schema); // takes a millisecond
        const grammarEvaluationState = new library.LlamaGrammarEvaluationState({ model, grammar });
        const choosing = { temperature: 0, seed: call.seed, grammarEvaluationState };
        const cached_tokens = await read(sequence, tokens.slice(0, -1), signal);
        const said: number[] = [];
        for await (const token of sequence.evaluate(tokens.slice(-1), choosing)) {
            signal.throwIfAborted();
            said.push(token);
            if (said.length >= max_tokens) break;
        }
        const message = { role: 'assistant', content: model.detokenize(said) };
        const finish_reason = said.length < max_tokens ? 'stop' : 'length';
        const counted = { prompt_tokens: tokens.length, completion_tokens: said.length };
        const usage = { ...counted, prompt_tokens_details: { cached_tokens } };
        return { status: 200, body: { choices: [{ message, finish_reason }], usage } };
    };
}

const itemOf = ({ role, content }: Message) =>
    role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content };

const refused = (message: string): Reply => ({ status: 400, body: { error: { message } } });

/** Keeps what the last call has in common with this one, which is the rubric, and returns the number of its tokens. */
async function read(sequence: Sequence, tokens: readonly number[], signal: AbortSignal) {
    await sequence.adaptStateToTokens(tokens, false);
    const kept = sequence.nextTokenIndex;
    for (let from = kept; from < tokens.length; from += batchSize) {
        signal.throwIfAborted();
        await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + batchSize));
    }
    return kept;
}
