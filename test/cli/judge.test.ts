// Answers judged from files, as a user of the command line sees it.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { refuse, startModelServer } from '../doubles/model-server.ts';
import { typed } from '../support/servers/command-line.ts';
import { complaint } from '../support/fixtures/evidence.ts';
import { folderFor } from '../support/runs/folder.ts';

interface Item {
    id: string;
    level: string;
    quotes: string[];
    evidence: object[];
}

const sage = { name: 'Night porter', criteria: [complaint] };

/** Runs the command on these two files, in a folder without any data. */
async function judged(
    t: ExecutionContext,
    answers: string,
    body: string = JSON.stringify(sage),
    more: string[] = [],
    settings: Record<string, string> = {}
) {
    const path = folderFor(t);
    writeFileSync(join(path, 'sage.json'), body);
    writeFileSync(join(path, 'answers.jsonl'), answers);
    const files = ['--sage', join(path, 'sage.json'), '--answers', join(path, 'answers.jsonl')];
    const data = join(path, 'data');
    const result = await typed(data, ['judge', ...files, '--json', ...more], {
        env: settings,
        started: false
    });
    t.false(existsSync(data), 'the data folder is not touched');
    return result;
}

const row = (id: string, text: string, level?: string) =>
    JSON.stringify({ id, criterion: 'complaint', text, ...(level ? { level } : {}) });

test('each answer is returned with its findings, and the labels with the baseline', async (t) => {
    const reported = 'I told the duty\u200b manager.';
    const { code, out, err } = await judged(
        t,
        `${row('a', reported, 'partial')}\n\n${row('b', '', 'absent')}\n`
    );
    t.is(code, 0, err);
    const { items, summary } = JSON.parse(out) as { items: object[]; summary: object };
    t.deepEqual(items, [
        {
            id: 'a',
            criterion: 'complaint',
            level: 'unscored',
            quotes: [reported],
            flags: [],
            evidence: [
                {
                    indicator: 'tells the duty manager',
                    quote: reported,
                    start: 0,
                    end: reported.length,
                    kind: 'said'
                }
            ]
        },
        { id: 'b', criterion: 'complaint', level: 'absent', quotes: [], flags: [], evidence: [] }
    ]);
    const none = { exact: null, kappa: null, kappa_low: null, kappa_high: null };
    t.deepEqual(summary, { n: 2, ...none, constant: 0 });
});

test('without labels there is nothing to agree with', async (t) => {
    const { out } = await judged(t, row('a', 'I went home.'));
    t.deepEqual((JSON.parse(out) as { summary: object }).summary, { n: 1 });
});

const wrong: [name: string, answers: string, body: string | undefined, line: string][] = [
    [
        'a field of an answer',
        `${row('a', 'x')}\n{"id":"b","criterion":"complaint","text":5}`,
        undefined,
        'answers.jsonl, line 2: text must be a string.\n'
    ],
    [
        'a criterion that the sage lacks',
        '{"id":"b","criterion":"x","text":""}',
        undefined,
        'answers.jsonl, line 1: unknown criterion for this sage.\n'
    ],
    [
        'an id that stands there twice',
        `${row('a', 'x')}\n${row('a', 'y')}`,
        undefined,
        'answers.jsonl, line 2: duplicate id (see an earlier line).\n'
    ],
    ['a line that is not JSON', 'nonsense', undefined, 'answers.jsonl, line 1: not JSON.\n'],
    [
        'a field of the sage',
        row('a', 'x'),
        '{"name":"x","threshold":101}',
        'sage.json: threshold must be less than or equal to 100.\n'
    ]
];

for (const [name, answers, body, line] of wrong) {
    test(`one line shows what is wrong: ${name}`, async (t) => {
        t.deepEqual(await judged(t, answers, body), { code: 1, out: '', err: line });
    });
}

test('an evaluator that does not exist is refused', async (t) => {
    const { code, err } = await judged(t, row('a', 'x'), undefined, ['--evaluator', 'oracle']);
    t.is(code, 2);
    t.regex(err, /^--evaluator must be one of /);
});

const reported = 'I told the duty manager.';
const strong = { level: 'strong', quotes: [reported], reason: 'Done.' };

for (const evaluator of ['model', 'both']) {
    test(`the ${evaluator} of the settings evaluates, and the summary shows its agreement`, async (t) => {
        const server = await startModelServer(t, ({ answer }) =>
            answer === reported ? strong : { level: 'absent', quotes: [], reason: 'Nothing.' }
        );
        const rows = [row('a', reported, 'strong'), row('b', 'I went home.', 'absent')].join('\n');
        const { code, out, err } = await judged(t, rows, undefined, ['--evaluator', evaluator], server.env);
        t.is(code, 0, err);
        const { items, summary } = JSON.parse(out) as { items: Item[]; summary: object };
        t.deepEqual(
            items.map(({ id, level, quotes }) => [id, level, quotes]),
            [
                ['a', 'strong', [reported]],
                ['b', 'absent', []]
            ]
        );
        t.is(items[0]?.evidence.length, evaluator === 'both' ? 1 : 0);
        t.like(summary, { n: 2, exact: 1, kappa: 1, constant: 0 });
    });

    test(`one line reports that no ${evaluator} is set up`, async (t) => {
        const err = `--evaluator ${evaluator} needs a language model. Set LLM_BASE_URL and LLM_MODEL\n`;
        t.deepEqual(await judged(t, row('a', 'x'), undefined, ['--evaluator', evaluator]), {
            code: 2,
            out: '',
            err
        });
    });
}

test('one line reports that the model server fails', async (t) => {
    const settings = {
        LLM_BASE_URL: 'http://127.0.0.1:9/v1',
        LLM_MODEL: 'judge',
        LLM_OPERATOR: 'ourselves',
        LLM_TIMEOUT_MS: '1000',
        ALLOW_PRIVATE: '127.0.0.1:9'
    };
    const { code, out, err } = await judged(t, row('a', 'x'), undefined, ['--evaluator', 'model'], settings);
    t.is(code, 75);
    t.is(out, '');
    t.regex(err, /^evaluator: unreachable\. Cannot connect to the model server\. Check LLM_BASE_URL.+\n$/);
});

const failures: [name: string, status: number, code: number, line: string][] = [
    [
        'a model server that fails in the middle returns 75, so that a retry is possible',
        500,
        75,
        'evaluator: server_error (HTTP 500). The server failed.\n'
    ],
    [
        'a model server that refuses the key returns 78, because a setting is wrong',
        401,
        78,
        'evaluator: refused (HTTP 401). The server refused the request. Check LLM_API_KEY and LLM_MODEL.\n'
    ]
];

for (const [name, status, code, err] of failures) {
    test(name, async (t) => {
        const server = await startModelServer(t, ({ before }, response) =>
            before < 2 ? strong : refuse(response, status, { headers: { 'retry-after-ms': '1' } })
        );
        const settings = { ...server.env, LLM_CONCURRENCY: '1' };
        const rows = ['a', 'b', 'c', 'd'].map((id) => row(id, reported)).join('\n');
        const came = await judged(t, rows, undefined, ['--evaluator', 'model'], settings);
        t.deepEqual(came, { code, out: '', err });
    });
}
