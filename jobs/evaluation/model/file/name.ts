// The name of a model file, derived from its digest, so that another file is another evaluator.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../../config/index.ts';
import { EvaluatorFault } from '../../faults.ts';
import { at, parsed, textIn } from '../values.ts';
import { isInstalled } from './llama.ts';

export interface ModelFile {
    file: string;
    /** The name that is derived from the digest. */
    model: string;
    /** Its place, size and times, when it was named. */
    stamp: string;
}

/** The settings with the name of the model file, where they name one. Throws where it cannot be used. */
export async function withModelName<C extends Pick<Config, 'dataDir' | 'llm'>>(config: C): Promise<C> {
    const { llm, dataDir } = config;
    if (!llm?.file) return config;
    if (!isInstalled())
        throw new Error(
            'LLM_FILE needs node-llama-cpp. Run: npm ci --prefix deploy/model --ignore-scripts (the image with-model has it).'
        );
    const stamp = stampOf(llm.file);
    if (stamp === '') throw new Error(`LLM_FILE: file ${llm.file} not found.`);
    const model = await nameOf(llm.file, stamp, join(dataDir, 'model-file.json'));
    return { ...config, llm: { ...llm, model, stamp } };
}

/** Throws an EvaluatorFault where this is no longer the file that was named. */
export function assertSame(file: string, stamp: string) {
    if (stampOf(file) === stamp) return;
    throw new EvaluatorFault('not_loaded', 'The model file was changed or removed. Restart the service.');
}

/** Empty without a file. */
function stampOf(file: string) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) return '';
    return [file, found.size, found.mtimeMs, found.ctimeMs, found.ino].join(' ');
}

/** Reads the file whole, once for each stamp. */
async function nameOf(file: string, stamp: string, kept: string) {
    const known = parsed(await readFile(kept, 'utf8').catch(() => ''));
    const before = textIn(at(known, 'name'));
    if (before !== undefined && at(known, 'stamp') === stamp) return before;
    const hash = createHash('sha256');
    for await (const part of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(part as Buffer);
    assertSame(file, stamp);
    const name = `gguf:${hash.digest('hex')}`;
    await writeFile(kept, JSON.stringify({ stamp, name })).catch(() => undefined); // then the next start reads it again
    return name;
}
