// node-llama-cpp, as far as it is used. It is installed in a folder of its own, and only where a model file is wanted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../../../../deploy/model');
const entry = join(folder, 'node_modules/node-llama-cpp/dist/index.js');

export const isInstalled = () => existsSync(entry);
export const loadLibrary = async () => (await import(pathToFileURL(entry).href)) as Library;

export interface Library {
    getLlama: (options: object) => Promise<Llama>;
    resolveChatWrapper: (model: Model, options: object) => ChatWrapper;
    LlamaGrammarEvaluationState: new (of: { model: Model; grammar: Grammar }) => object;
    LlamaLogLevel: { error: string };
    readGgufFileInfo: (file: string) => Promise<{ splicedParts: number }>;
    GgufInsights: { from(info: object, llama: Llama): Promise<Insights> };
}

export interface Llama {
    loadModel(options: object): Promise<Model>;
    createGrammarForJsonSchema(schema: object): Promise<Grammar>;
}

type Grammar = object;
type Token = number;

interface Insights {
    trainContextSize?: number;
    estimateContextResourceRequirementsV2(options: object): Promise<{ cpuRam: number }>;
}

interface Model {
    tokenizer: object;
    createContext(options: object): Promise<{ getSequence(): Sequence }>;
    detokenize(tokens: readonly Token[]): string;
}

interface ChatWrapper {
    generateContextState(of: { chatHistory: object[] }): {
        contextText: { tokenize(tokenizer: object): Token[] };
    };
}

/** The evaluated tokens: the next call reuses their common prefix. */
export interface Sequence {
    contextSize: number;
    nextTokenIndex: number;
    adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>;
    evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>;
    evaluate(tokens: readonly Token[], options: object): AsyncIterable<Token>;
}
