// P27: whatever is sent, to any surface, the server answers promptly, does not fail, reveals nothing of itself, and stays
// as it is.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { openInstallation, type Installation, unguarded, withoutQueue } from '../installation.ts';
import { highest, none, type Figures, type Proof, type Trial, without } from '../proof.ts';
import { faultOf, secretsOf } from '../requests/judging.ts';
import { mutated, type Mutated } from '../requests/mutated.ts';
import { type Answer, type Sent, sender } from '../requests/sending.ts';
import { operationsOf } from '../requests/surface.ts';

const run = promisify(execFile);

const connections = 4;
const atOnce = 200;
const slow = 1000;
const mostGrowth = 100;

/** No limit is what answers; demo data, so that there is something to be found. */
const env = {
    ...unguarded,
    ...withoutQueue,
    ...Object.fromEntries(['TOOLS', 'INTAKE', 'DEMO', 'DEMO_UNKNOWN'].map((name) => [`RATE_${name}`, '0'])),
    DEMO_DATA: 'on'
};

export const proof: Proof = {
    name: 'P27',
    promise: 'No hostile request makes the server fail, crash, wait, tell of itself or grow.',
    rounds: { short: 1000, long: 100_000 },
    alone: true,
    async run(trial) {
        await using installation = await openInstallation({ env });
        await installation.start();
        return await sendAll(installation, trial);
    },
    sabotages: [
        without('refusing what is no JSON', {
            file: 'plugins/surfaces/http/bodies/parsing.ts',
            find: 'if (error instanceof SyntaxError) throw new MalformedBody();'
        }),
        without('a fixed text for what went wrong', {
            file: 'plugins/surfaces/http/bodies/parsing.ts',
            find: "super('invalid_field', 'Invalid request.');",
            replace: "super('invalid_field', new Error('Invalid request.').stack ?? '');"
        })
    ]
};

interface Seen {
    faults: Record<'failed' | 'told' | 'unanswered' | 'slow', string[]>;
    /** What took too long, to be sent again when nothing else is. */
    late: [line: string, sent: Sent][];
    statuses: Map<number, number>;
}

async function sendAll(installation: Installation, { rounds, seed, report }: Trial): Promise<Figures> {
    const requests = mutated(await operationsOf(installation.url));
    const to = sender(installation.url, connections);
    const seen: Seen = {
        faults: { failed: [], told: [], unanswered: [], slow: [] },
        late: [],
        statuses: new Map()
    };
    let before = 0;
    for (let sent = 0; sent < rounds; sent += atOnce) {
        await to.stayIn();
        const some = fc.sample(requests, { seed: seed + sent, numRuns: Math.min(atOnce, rounds - sent) });
        await sendSome(some, to, installation, seen);
        if (before === 0 && sent + atOnce >= rounds / 3) before = await memoryOf(installation);
        report(Math.min(sent + atOnce, rounds), rounds);
    }
    const growth = (await memoryOf(installation)) - before;
    to.close();
    return figures(installation, seen, { rounds, growth });
}

async function sendSome(
    some: readonly Mutated[],
    to: ReturnType<typeof sender>,
    { dataDir }: Installation,
    seen: Seen
) {
    const waiting = [...some];
    const goOn = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            const sent = to.complete(next);
            note(seen, sent, await to.ask(sent), secretsOf(sent, dataDir, to.badges()));
        }
    };
    await Promise.all(Array.from({ length: connections }, goOn));
    for (const [line, sent] of seen.late.splice(0)) if (await isSlow(to, sent)) seen.faults.slow.push(line);
}

function note({ faults, late, statuses }: Seen, sent: Sent, answer: Answer, secrets: readonly string[]) {
    const { status, milliseconds } = answer;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fault = faultOf(sent, answer, secrets);
    if (fault) faults[fault].push(lineOf(sent, answer));
    if (milliseconds > slow) late.push([lineOf(sent, answer), sent]);
}

/** On a busy machine anything may be late once: what is slow of itself is so when nothing else is asked. */
async function isSlow(to: ReturnType<typeof sender>, sent: Sent) {
    for (let time = 0; time < 3; time += 1) if ((await to.ask(sent)).milliseconds <= slow) return false;
    return true;
}

const lineOf = ({ method, target, headers, body }: Sent, { status, body: said }: Answer) =>
    `${status} ${method} ${target.slice(0, 300)} ${JSON.stringify(headers['content-type'] ?? '')} ${JSON.stringify(body.slice(0, 300))} -> ${said.slice(0, 200)}\n`;

/** In megabytes. */
async function memoryOf({ pid }: Installation) {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid())]);
    return Number(stdout) / 1024;
}

interface Course {
    rounds: number;
    growth: number;
}

function figures(
    installation: Installation,
    { faults, statuses }: Seen,
    { rounds, growth }: Course
): Figures {
    const lines = Object.values(faults).flat();
    for (const line of lines.slice(0, 20)) process.stderr.write(line);
    const accepted = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    return [
        { count: rounds, of: 'requests' },
        { count: accepted, of: 'accepted', atLeast: rounds / 20 },
        none('failed', faults.failed.length),
        none('unanswered', faults.unanswered.length),
        none('telling of the inside', faults.told.length),
        none(`slower than ${slow} ms`, faults.slow.length),
        none('crashes', installation.isUp() ? 0 : 1),
        highest('MB more', Math.round(growth), mostGrowth)
    ];
}
