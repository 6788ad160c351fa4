// P20: 50 changes of one results template at the same time, again and again: each is one version, none is missing.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

const parallel = 50;

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
    async run({ rounds }) {
        const files = ['test/backend/results-if-match.test.ts'];
        const tested = await runTests(files, {
            cases: rounds,
            only: ['50 parallel changes become the next 50 versions*']
        });
        return [{ ...tested.logged('versions'), atLeast: rounds * parallel }, ...tested.figures];
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
