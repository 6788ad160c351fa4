// A language model that thinks for as long as it is set to.
import { startModelServer } from '../doubles/model-server.ts';

export type SlowModel = Awaited<ReturnType<typeof openSlowModel>>;

/** It ends with `ends`. */
export async function openSlowModel(ends: AsyncDisposableStack) {
    let thinking = Promise.withResolvers<void>();
    const { baseUrl, port, calls } = await startModelServer(
        { teardown: (end) => ends.defer(async () => end()) },
        async () => {
            await thinking.promise;
            return { level: 'absent', quotes: [], reason: 'Nothing was said.' };
        }
    );
    ends.defer(async () => thinking.resolve());
    return {
        /** Settings of a server that asks it. */
        env: {
            LLM_BASE_URL: baseUrl,
            LLM_MODEL: 'slow',
            LLM_OPERATOR: 'ourselves',
            LLM_TIMEOUT_MS: '120000',
            ALLOW_PRIVATE: `127.0.0.1:${port}`
        },
        asked: () => calls.length,
        think: () => void (thinking = Promise.withResolvers<void>()),
        answer: () => thinking.resolve()
    };
}
