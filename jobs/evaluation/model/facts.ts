// What servers report about their model outside the standard API: each at another address.
import type { Answered } from './server.ts';
import { at, countIn, textIn } from './values.ts';

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
export async function factsOf(ask: (path: string) => Promise<Answered>, model: string): Promise<ServerFacts> {
    const all = await Promise.allSettled(
        places.map(async ([path, read]) => read((await ask(path)).body, model))
    );
    const replies = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return {
        context: replies.find(({ context }) => context)?.context,
        digest: replies.find(({ digest }) => digest)?.digest
    };
}
