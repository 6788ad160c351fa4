// What a store of years holds: for each table the number of its rows and the SQL of their columns.
import { dealStatuses } from '../../../db/sales/deals.ts';

const day = 86_400_000;
const now = Date.now();
const since = now - 300 * day;

/** Numbers of rows at scale 1. Those of the test screens' sage wait for their candidates until it is deactivated. */
const rows = {
    users: 1000,
    sages: 2000,
    builds: 100_000,
    screens: 190_000,
    outstanding: 10_000,
    holds: 300_000,
    deals: 100_000,
    intake: 100_000,
    mails: 400_000,
    jobs: 1_000_000,
    audit: 1_000_000,
    calls: 300_000,
    traces: 300_000
};

/** The sage whose deactivation cancels all outstanding screens of the store. */
export const busySage = 3;

/** The SQL of some columns of a row; `i` is its number, from 1. The other columns are as in the first row of the table. */
export type Columns = Record<string, string>;

type Fill = [table: string, count: number, columns: Columns];

/** The smallest store fills the page of each list, one by a status too: a page of less is not the same answer. */
const firstPage = 600;

/** The rows of each table in the order in which they refer to each other; `scale` 0.1 makes a tenth of them. */
export function fillsOf(scale: number): Fill[] {
    const size = (name: keyof typeof rows) => Math.max(firstPage, Math.round(rows[name] * scale));
    const user = `1 + i % ${size('users')}`;
    const sage = `${busySage + 1} + i % ${size('sages') - 1}`;
    const columns: [string, keyof typeof rows, Columns][] = [
        ['users', 'users', userRow],
        ['sages', 'sages', { ...sageRow, owner_id: user }],
        ['build_runs', 'builds', { ...runRow, sage_id: sage, started_by: user }],
        ['build_steps', 'builds', stepRow],
        ['screens', 'screens', { ...screenRow, ...judged, sage_id: sage }],
        ['screens', 'outstanding', { ...screenRow, ...invited, sage_id: `${busySage}` }],
        ['credits', 'holds', creditRow('hold', 0)],
        ['credits', 'holds', creditRow('release', 1000)],
        ['deals', 'deals', dealRow],
        ['intake_items', 'intake', intakeRow],
        ['mails', 'mails', mailRow],
        ['jobs', 'jobs', jobRow(size('builds'))],
        ['audit', 'audit', auditRow(size('sages'))],
        ['tool_calls', 'calls', callRow],
        ['traces', 'traces', traceRow]
    ];
    return columns.map(([table, name, row]) => [table, size(name), row]);
}

const oneOf = (words: readonly string[], number = 'i') =>
    `json_extract('${JSON.stringify(words)}', '$[' || (${number} % ${words.length}) || ']')`;

/** A UUID that sorts by time, of rows of which one was made every `every` ms. */
const uuid = (every: number) =>
    `printf('%08x-%04x-7000-8000-%012x', (${since} + i * ${every}) >> 16, (${since} + i * ${every}) & 65535, i)`;

const runId = (number: string) => `printf('run_%032x', ${number})`;
const random = 'lower(hex(randomblob(32)))';
const at = (every: number, later = 0) => `${since + later} + i * ${every}`;

const userRow: Columns = {
    login: "'user' || i",
    email: "'user' || i || '@example.test'",
    role: oneOf(['sage_author', 'sales_rep', 'support', 'power_user', 'sales_admin'])
};

const sageRow: Columns = {
    uuid: "lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6)))",
    name: "'Sage number ' || i",
    status: "'ss_active'",
    step_number: '8',
    demo_key: 'NULL'
};

const runRow: Columns = {
    run_id: runId('i'),
    state: oneOf(['completed', 'completed', 'completed', 'failed', 'timed_out', 'cancelled']),
    revision: '1',
    cost: '1',
    started_at: at(200_000),
    deadline_at: at(200_000, 1_200_000),
    ended_at: at(200_000, 60_000)
};

const stepRow: Columns = {
    run_id: runId('i'),
    step_order: '1',
    name: "'starting'",
    state: "'completed'",
    attempt: '1'
};

const screenRow: Columns = {
    id: "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4000-8000-' || hex(randomblob(6)))",
    kind: "'real'",
    candidate_name: "'Candidate ' || i",
    candidate_email: "'c' || i || '@example.test'",
    link_digest: random,
    created_at: at(100_000),
    invited_at: at(100_000)
};

const judged: Columns = {
    status: oneOf(['ss_evaluated', 'ss_evaluated', 'ss_evaluated', 'ss_cancelled', 'ss_expired']),
    decision: oneOf(['advanced', 'rejected', 'not_reviewed']),
    submitted_at: at(100_000, 1000),
    evaluated_at: at(100_000, 2000),
    verdict: `'${JSON.stringify({ evaluator: 'evidence', score: null, recommendation: 'needs_review', findings: [] })}'`
};

const invited: Columns = {
    status: "'ss_invited'",
    decision: "'not_reviewed'",
    expires_at: String(now + 14 * day)
};

const creditRow = (kind: 'hold' | 'release', later: number): Columns => ({
    kind: `'${kind}'`,
    reference: "'build:' || i",
    amount: '0',
    hold: kind === 'hold' ? '1' : '-1',
    held_after: '0',
    ordinal: '(SELECT max(ordinal) FROM credits) + i',
    reason: 'NULL',
    by: 'NULL',
    at: at(80_000, later)
});

const dealStatus = oneOf(dealStatuses);

const dealRow: Columns = {
    rep_id: '1 + i % 100',
    customer_name: "'Customer ' || i",
    revenue: '100000 + i',
    status: dealStatus,
    customer_digest: 'NULL',
    closed_at: `CASE WHEN ${dealStatus} IN ('ss_closed', 'ss_paid') THEN ${at(200_000)} END`,
    created_at: at(200_000),
    updated_at: at(200_000)
};

const intakeRow: Columns = {
    title: "'Item ' || i",
    owner_id: '1 + i % 100',
    status: "iif(i % 10, 'intake_closed', 'intake_open')"
};

const mailRow: Columns = {
    id: uuid(60_000),
    kind: "'screen_invitation'",
    to_name: "'C ' || i",
    to_email: "'c' || i || '@example.test'",
    about: `'{"screenId":"x","issue":1,"position":"Backend"}'`,
    state: "'sent'",
    created_at: at(60_000),
    sent_at: at(60_000, 1000)
};

const isDead = 'i <= 60 OR i % 5000 = 0';

const jobRow = (builds: number): Columns => ({
    id: uuid(25_000),
    task: oneOf(['send-mail', 'build-step', 'evaluate-screen', 'refund-credit']),
    payload: `iif(i % 4 = 1, '{"runId":"' || ${runId(`1 + i % ${builds}`)} || '","step":1}', '{"screenId":"' || i || '"}')`,
    about: `iif(i % 4 = 1, ${runId(`1 + i % ${builds}`)}, i)`,
    state: `iif(${isDead}, 'dead', 'done')`,
    last_error: `iif(${isDead}, 'timeout', NULL)`,
    created_at: at(25_000),
    sent_at: at(25_000),
    ended_at: at(25_000, 100)
});

const auditRow = (sages: number): Columns => ({
    at: at(25_000),
    actor: "'user:' || (i % 900)",
    act: oneOf([
        'sage.status',
        'deal.approve',
        'deal.submit',
        'screen.decide',
        'results.update',
        'token.issue'
    ]),
    target: `iif(i % 2, 'deal:', 'sage:') || (i % ${sages})`
});

const callRow: Columns = {
    at: at(80_000),
    token: "'t' || (i % 20)",
    tool: "iif(i % 3, 'task_get', 'emit_trace')",
    outcome: "iif(i % 10, 'ok', 'bad_arguments')",
    ms: '1',
    arguments_digest: random,
    answer_digest: random
};

const traceRow: Columns = {
    at: at(80_000),
    run_id: "'r-' || (i / 8)",
    actor: "'digest-writer'",
    routine: "'routine-' || (i % 20)",
    cadence: "'friday'",
    status: "'ok'",
    notes: "'n'"
};
