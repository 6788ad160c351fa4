// The service's own engine for model files, where it is installed, with a model that knows nothing.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../../config/index.ts';
import { makeEvaluators } from '../../../jobs/evaluation/index.ts';
import { openModel } from '../../../jobs/evaluation/model/client.ts';
import { isInstalled } from '../../../jobs/evaluation/model/file/llama.ts';
import { withModelName } from '../../../jobs/evaluation/model/file/name.ts';
import { openModelFile } from '../../../jobs/evaluation/model/file/process.ts';
import { temporaryFolder } from '../servers/process.ts';
import { writeTinyModel } from './tiny-model.ts';

/** Tests that need node-llama-cpp. With MODEL_ENGINE=required they fail without it. */
export function testsOfEngine() {
    if (isInstalled() || process.env['MODEL_ENGINE'] === 'required') return test.serial;
    console.log('Skipped, as node-llama-cpp is missing: npm ci --prefix deploy/model --ignore-scripts');
    return test.serial.skip;
}

/** A data folder with a model of this seed in it, and the settings that name it. */
export async function folderWithModel(t: ExecutionContext, seed = 1) {
    const { path: dataDir, remove } = await temporaryFolder();
    t.teardown(remove);
    const file = join(dataDir, 'tiny.gguf');
    writeTinyModel(file, seed);
    // What a random model says is long.
    const env = { LLM_FILE: 'tiny.gguf', LLM_OPERATOR: 'ourselves', LLM_MAX_TOKENS: '3000' };
    return { dataDir, file, env };
}

type Folder = Awaited<ReturnType<typeof folderWithModel>>;

/** The settings of the model in this folder, as the service has them after its start. */
export async function settingsOf({ dataDir, env }: Folder) {
    const { llm } = await withModelName(loadConfig({ ...env, DATA_DIR: dataDir }));
    if (!llm?.file) throw new Error('no model file');
    return { ...llm, file: llm.file };
}

/** Nothing is asked of a server. */
const outgoing = { fetch: () => Promise.reject(new Error('a call to a server')) };

export const evaluatorOf = async (folder: Folder) =>
    makeEvaluators({ now: () => 0, llm: await settingsOf(folder), outgoing }).of('model');

/** The processes that have this model loaded, or load it. */
export const processesOf = (file: string) =>
    globSync('/proc/[0-9]*/cmdline').flatMap((path) => {
        const line = textOf(path);
        return line.includes('child.ts') && line.includes(file) ? [Number(path.split('/')[2])] : [];
    });

/** Empty for a process that has just ended. */
function textOf(path: string) {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return '';
    }
}

export const rubric = 'You judge answers by this rubric. '.repeat(40);
export const asking = (content: string) => [
    { role: 'system' as const, content: rubric },
    { role: 'user' as const, content }
];

interface Usage {
    prompt_tokens_details: { cached_tokens: number };
}

/** A client of the model, as the evaluator has one, and what its server side says itself. */
export async function opened(t: ExecutionContext) {
    const folder = await folderWithModel(t);
    const settings = await settingsOf(folder);
    const inside = openModelFile(settings);
    const cached: number[] = [];
    const outgoing: typeof inside = {
        async fetch(...asked) {
            const response = await inside.fetch(...asked);
            const { usage } = (await response.clone().json()) as { usage?: Usage };
            if (usage) cached.push(usage.prompt_tokens_details.cached_tokens);
            return response;
        }
    };
    const client = openModel({ ...settings, baseUrl: 'http://file.invalid', retries: 0 }, outgoing);
    return {
        ...folder,
        cached,
        describe: client.describe,
        pid: () => processesOf(folder.file)[0] ?? 0,
        ask: (content: string, signal = new AbortController().signal) =>
            client.complete(asking(content), signal)
    };
}
