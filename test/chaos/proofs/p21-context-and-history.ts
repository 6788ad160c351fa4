// P21: the server is killed while contexts are made: each is there with its history or not at all, as it was told.
import { contextHistory, contexts } from '../../../db/sages/contexts.ts';
import type { Reader } from '../../../db/store.ts';
import { backendClient } from '../backend-client.ts';
import { anInstant, type Load, withstand } from '../campaign.ts';
import { keepAsking } from '../clients.ts';
import { type Installation, withoutQueue } from '../installation.ts';
import { none, type Proof } from '../proof.ts';

const clients = 8;
const loadTime = 1000;

const split = [
    {
        file: 'plugins/sages/contexts.ts',
        find: "import { type ContextRow, createContext, listHistory } from '../../db/sages/contexts.ts';",
        replace:
            "import { type ContextRow, createContext, listHistory, second } from '../../db/sages/contexts.ts';"
    },
    {
        file: 'plugins/sages/contexts.ts',
        find: 'return h.response(contextOf(made)).location',
        replace: `await store.write((tx) => second(tx, made));
return h.response(contextOf(made)).location`
    }
];
const intoContexts = 'await tx.insert(contexts).values(row);';
const intoHistory = 'await tx.insert(contextHistory).values({ contextId: row.id, ...version });';
const beforeLookup = 'const findContext =';

export const proof: Proof = {
    name: 'P21',
    promise: 'A context and its history appear together: kill -9 at any instant.',
    rounds: { short: 15, long: 500 },
    async run(trial) {
        const figures = await withstand({ trial, begin, env: withoutQueue, strike: kill });
        return [{ count: trial.rounds, of: 'kills' }, ...figures];
    },
    sabotages: [
        {
            without: 'one transaction for both',
            edits: [
                ...split,
                { file: 'db/sages/contexts.ts', find: intoHistory, replace: '' },
                {
                    file: 'db/sages/contexts.ts',
                    find: beforeLookup,
                    replace: `export async function second(tx: Tx, { id: contextId, ...version }: ContextRow) {
    await tx.insert(contextHistory).values({ contextId, ...version });
}
${beforeLookup}`
                }
            ]
        },
        {
            without: 'one transaction for both and the foreign key, the history first',
            edits: [
                ...split,
                { file: 'db/sages/contexts.ts', find: intoContexts, replace: '' },
                {
                    file: 'db/sages/contexts.ts',
                    find: beforeLookup,
                    replace: `export const second = async (tx: Tx, row: ContextRow) => void (${intoContexts.slice(0, -1)});
${beforeLookup}`
                },
                {
                    file: 'db/migrations/0000_start.sql',
                    find: 'FOREIGN KEY (`context_id`) REFERENCES `contexts`(`id`)',
                    replace: "CHECK (`context_id` <> '') --"
                }
            ]
        }
    ]
};

async function kill(installation: Installation) {
    await anInstant(loadTime);
    await installation.kill('app');
    await installation.start();
}

async function begin(url: string): Promise<Load> {
    const client = await backendClient(url);
    const acknowledged = new Set<string>();
    const failures: string[] = [];
    const body = { name: 'How we work', context: 'Decisions are written down. '.repeat(150) };
    const asking = keepAsking(clients, async () => {
        const { statusCode, body: made } = await client.ask('POST', '/pl/context/', body);
        if (statusCode === 201) acknowledged.add(String(made.id));
        else failures.push(`${statusCode} ${JSON.stringify(made)}`);
    });
    return { acknowledged, failures, ...asking, audit: (on) => auditContexts(on, acknowledged) };
}

async function auditContexts(on: Reader, acknowledged: ReadonlySet<string>) {
    const made = await on.select({ id: contexts.id }).from(contexts);
    const entries = await on.select({ id: contextHistory.contextId }).from(contextHistory);
    const ids = new Set(made.map(({ id }) => id));
    const told = new Set(entries.map(({ id }) => id));
    return [
        none('lost', acknowledged.difference(ids).size),
        none('without history', ids.difference(told).size),
        none('history without context', told.difference(ids).size)
    ];
}
