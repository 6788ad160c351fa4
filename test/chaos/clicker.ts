// A process of clients: starts builds over HTTP, or with its own connection to the store, as often as requested.
import { findSage } from '../../db/sages/sages.ts';
import { startBuild } from '../../db/builds/runs.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { openStore } from '../../db/store/index.ts';
import { login } from '../support/clients/client.ts';

/** Where the builds are started: at a server, or in the file of the store itself. */
export type Target = { url: string } | { file: string };

export interface Order {
    sages: number[];
    parallel: number;
}

/** What came of one start: `ok`, `insufficient_credits`, or whatever else was answered. */
export interface Outcome {
    answer: string;
    runId: string;
    resumed: boolean;
}

type Start = (sageId: number) => Promise<Outcome>;

async function overHttp(url: string): Promise<Start> {
    const client = await login(url);
    return async (sage_id) => {
        const { statusCode, body } = await client.action('svc_start_full_sage_build', { sage_id });
        const answer =
            statusCode === 200 ? 'ok' : statusCode === 402 ? 'insufficient_credits' : String(statusCode);
        return { answer, runId: String(body.run_id ?? ''), resumed: body.resumed === true };
    };
}

function inTheStore(file: string): Start {
    const store = openStore(file);
    return (sageId) =>
        store
            .write(async (tx) => {
                const sage = await findSage(tx, sageId);
                if (!sage) throw new Refusal('not_found', 'Sage not found.');
                return startBuild(tx, sage, { by: null, mayRebuild: true, cost: 1, at: Date.now() });
            })
            .then(
                ({ run, resumed }) => ({ answer: 'ok', runId: run.runId, resumed }),
                (error: unknown) => ({
                    answer: error instanceof Refusal ? error.reason : String(error),
                    runId: '',
                    resumed: false
                })
            );
}

/** At most `parallel` at once. */
async function follow(start: Start, { sages, parallel }: Order) {
    const outcomes: Outcome[] = [];
    const left = [...sages];
    const clicks = async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) outcomes.push(await start(next));
    };
    await Promise.all(Array.from({ length: parallel }, clicks));
    return outcomes;
}

if (import.meta.main) {
    const target = JSON.parse(process.argv[2] ?? '{}') as Target;
    const start = 'url' in target ? await overHttp(target.url) : inTheStore(target.file);
    const answer = async (order: Order) => process.send?.(await follow(start, order));
    process.on('message', (order: Order) => void answer(order));
    process.send?.('ready');
}
