// P20: 50 changes of one results template at the same time, again and again: each is one version, none is missing.
import { asc, eq } from '../../../db/store/drizzle.ts';
import { resultsVersions } from '../../../db/sages/template-versions.ts';
import type { Reader } from '../../../db/store/index.ts';
import { backendClient, type BackendClient } from '../backend-client.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { makeSages } from '../load.ts';
import { none, type Proof, type Trial } from '../proof.ts';

const parallel = 50;
const templateCount = 4;
const fields = ['name', 'recommendation', 'intro', 'directions'] as const;

const staleRead = [
    {
        file: 'plugins/sages/results-templates.ts',
        find: 'return app.store.write(async (tx) => {',
        replace: `const current = await visibleTemplate(app.store.read, result_id, bearerViewer(app, request));
return app.store.write(async (tx) => {`
    },
    {
        file: 'plugins/sages/results-templates.ts',
        find: 'return changeTemplate(tx, result_id, changes, editor);',
        replace: 'return changeTemplate(tx, result_id, changes, { ...editor, current });'
    },
    {
        file: 'db/council/results-templates.ts',
        find: '{ seen, read = {}, by, at }: TemplateEditor',
        replace: '{ seen, read = {}, by, at, current }: TemplateEditor & { current: ResultsRow }'
    },
    {
        file: 'db/council/results-templates.ts',
        find: 'const current = await getTemplate(tx, id);',
        replace: ''
    }
];

export const proof: Proof = {
    name: 'P20',
    promise: 'A soft update never loses or repeats a version.',
    rounds: { short: 40, long: 1000 },
    async run(trial) {
        const installation = await openInstallation({ env: withoutQueue });
        try {
            await installation.start();
            return await changeAll(installation, trial);
        } finally {
            await installation.remove();
        }
    },
    sabotages: [
        { without: 'reading the version inside the transaction', edits: staleRead },
        {
            without: 'reading the version inside the transaction and its unique key',
            edits: [
                ...staleRead,
                {
                    file: 'db/migrations/0000_start.sql',
                    find: 'PRIMARY KEY(`results_id`, `version`),',
                    replace: ''
                }
            ]
        }
    ]
};

/** Each round changes one of the templates, 50 times at once. */
async function changeAll({ url, withStore }: Installation, trial: Trial) {
    const client = await backendClient(url);
    const histories = (await makeTemplates(client)).map((id) => ({ id, told: new Map<number, Change>() }));
    let violations = 0;
    for (let round = 0; round < trial.rounds; round += 1) {
        const history = histories[round % histories.length];
        if (history) violations += await changeAtOnce(client, history, round);
        trial.report(round + 1, trial.rounds);
    }
    const changes = trial.rounds * parallel;
    const versions = histories.reduce((sum, { told }) => sum + told.size, 0);
    const broken = await withStore(({ read }) => brokenVersions(read, histories));
    return [
        { count: changes, of: 'changes' },
        { count: versions, of: 'versions', atLeast: changes, atMost: changes },
        none('violations', violations + broken)
    ];
}

type Change = Partial<Record<(typeof fields)[number], string>>;

interface History {
    id: string;
    /** What was answered to have become which version. */
    told: Map<number, Change>;
}

async function makeTemplates({ user }: BackendClient) {
    const ids: string[] = [];
    for (const sage of await makeSages(user, templateCount, 1))
        ids.push((await user.get(`/sages/${sage}`)).body.data.sage.results_id);
    return ids;
}

/** Counts which of the next 50 versions no change was answered with: a refused or repeated one leaves a gap. */
async function changeAtOnce({ ask }: BackendClient, { id, told }: History, round: number) {
    const path = `/pl/results/${id}`;
    const { version: before } = (await ask('GET', path)).body;
    const changes = Array.from({ length: parallel }, (_, i) => ({
        [fields[i % fields.length] ?? '']: `Round ${round}, change ${i}`
    }));
    const answers = await Promise.all(changes.map((change) => ask('PATCH', path, change)));
    const missing = new Set(Array.from({ length: parallel }, (_, i) => before + 1 + i));
    for (const [i, { statusCode, body }] of answers.entries()) {
        if (statusCode !== 200) continue;
        missing.delete(body.version);
        told.set(body.version, changes[i] ?? {});
    }
    return missing.size;
}

/** Versions that do not follow the one before, or are not that one with the change that was answered. */
async function brokenVersions(on: Reader, histories: History[]) {
    let broken = 0;
    for (const { id, told } of histories) {
        const rows = await on
            .select()
            .from(resultsVersions)
            .where(eq(resultsVersions.resultsId, id))
            .orderBy(asc(resultsVersions.version));
        broken += rows.filter((row, i) => row.version !== i + 1).length;
        broken += rows.filter((row, i) => i > 0 && !follows(row, rows[i - 1], told.get(row.version))).length;
    }
    return broken;
}

function follows(row: Change, before: Change = {}, change: Change = {}) {
    return fields.every((field) => row[field] === (change[field] ?? before[field]));
}
