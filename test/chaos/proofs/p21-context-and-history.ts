// P21: the server is killed while contexts are created: each is there with its history or not at all, as acknowledged.
import { anInstant, withstand } from '../campaign.ts';
import { startContexts } from '../context-load.ts';
import { type Installation, withoutQueue } from '../installation.ts';
import { type Proof, without } from '../proof.ts';

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
        without(
            'one transaction for both',
            ...split,
            { file: 'db/sages/contexts.ts', find: intoHistory },
            {
                file: 'db/sages/contexts.ts',
                find: beforeLookup,
                replace: `export async function second(tx: Tx, { id: contextId, ...version }: ContextRow) {
    await tx.insert(contextHistory).values({ contextId, ...version });
}
${beforeLookup}`
            }
        ),
        without(
            'one transaction for both and the foreign key, the history first',
            ...split,
            { file: 'db/sages/contexts.ts', find: intoContexts },
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
        )
    ]
};

async function kill(installation: Installation) {
    await anInstant(loadTime);
    await installation.kill('app');
    await installation.start();
}

const begin = (url: string) => startContexts(url, { clients, length: 4000 });
