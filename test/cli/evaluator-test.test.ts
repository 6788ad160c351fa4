// `evaluator test`: its output for servers that describe their model, each at its own path.
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type ModelJudge, refuse, startModelServer } from '../doubles/model-server.ts';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

const good: ModelJudge = () => ({ level: 'strong', quotes: ['read it back to me'], reason: 'A check.' });

async function tested(
    t: ExecutionContext,
    judge: ModelJudge,
    { told = {}, settings = {} }: { told?: object; settings?: Record<string, string> } = {}
) {
    const path = folderFor(t);
    const server = await startModelServer(t, judge, told as Record<string, unknown>);
    const env = { ...server.env, LLM_API_KEY: 'canary-key', LLM_CONCURRENCY: '2', ...settings };
    const { code, out } = await typed(join(path, 'data'), ['evaluator', 'test', '--json'], { env });
    t.false(out.includes('canary'));
    return { code, said: JSON.parse(out), server };
}

const places: Readonly<Record<string, readonly [told: object, facts: object]>> = {
    'llama-server': [
        { '/props': { default_generation_settings: { n_ctx: 8192 }, total_slots: 1 } },
        { context: 8192 }
    ],
    Ollama: [
        {
            '/api/ps': {
                models: [
                    { name: 'other:latest', context_length: 1, digest: 'ffffffffffff' },
                    { name: 'judge:latest', context_length: 4096, digest: 'a8b0c5157701' }
                ]
            },
            '/v1/models': { data: [{ id: 'judge:latest' }] }
        },
        { context: 4096, digest: 'a8b0c5157701' }
    ],
    vLLM: [{ '/v1/models': { data: [{ id: 'judge', max_model_len: 16_384 }] } }, { context: 16_384 }],
    'one that tells nothing': [{}, {}],
    'one that tells nonsense': [
        { '/props': [[]], '/api/ps': { models: { name: 'judge' } }, '/v1/models': { data: [null, 1] } },
        {}
    ]
};

for (const [name, [told, facts]] of Object.entries(places)) {
    test(`facts that the model server reports are shown: ${name}`, async (t) => {
        const { code, said, server } = await tested(t, good, { told });
        t.is(code, 0);
        t.deepEqual(said.server, {
            name: 'judge-2026',
            form: 'schema',
            thinks: false,
            counts: true,
            ...facts
        });
        t.is(server.calls.length, 3, 'one alone, then two at a time');
        t.is(said.candidate.calls_at_once, 2);
        t.true(said.candidate.seconds_for_20 >= said.candidate.seconds_for_5);
    });
}

test('a model that answers single calls but not parallel calls fails the test', async (t) => {
    const { code, said } = await tested(t, (asked, response) =>
        asked.before === 0 ? good(asked, response) : 'I think this is strong.'
    );
    t.is(code, 1);
    t.like(said, { ok: false, finding: { level: 'unscored' } });
});

test('the test reports what the server refuses and whether the model thinks', async (t) => {
    const { said } = await tested(
        t,
        ({ body }, response) => {
            if ('reasoning_effort' in body) return refuse(response, 400, { param: 'reasoning_effort' });
            if ('response_format' in body) return refuse(response, 400, { param: 'response_format' });
            return `<think>Hm.</think>{"level":"strong","quotes":["read it back"],"reason":"A check."}`;
        },
        { settings: { LLM_REASONING_EFFORT: 'none' } }
    );
    t.like(said.server, { form: 'text', thinks: true });
    t.false('effort' in said.server);
});

test('a server that answers one call and not several at a time cannot be relied on', async (t) => {
    const { code, said } = await tested(t, (asked, response) =>
        asked.before === 0 ? good(asked, response) : refuse(response, 429, { message: 'insufficient_quota' })
    );
    t.is(code, 1);
    t.like(said, { ok: false, fault: 'quota' });
    t.regex(said.reason, /balance/);
});
