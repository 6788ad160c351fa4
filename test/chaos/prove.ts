// The command of the proofs: npm run prove -- [P1 P4 ...] [--list] [--short] [--control] [--rounds N]
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { controlHolds } from './control.ts';
import { proofs } from './proofs/index.ts';
import { startProgress } from './progress.ts';
import { figureLine, holds, type Proof } from './proof.ts';

interface Form {
    short: boolean;
    control: boolean;
    rounds: number | undefined;
}

function read(args: string[]) {
    const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
            list: { type: 'boolean' },
            short: { type: 'boolean' },
            control: { type: 'boolean' },
            rounds: { type: 'string' }
        }
    });
    const { list = false, short = false, control = false, rounds } = values;
    const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name));
    if (unknown.length > 0) throw new TypeError(`There is no proof ${unknown.join(', ')}.`);
    if (rounds !== undefined && !/^[1-9]\d{0,6}$/.test(rounds))
        throw new TypeError('--rounds takes a number.');
    const chosen = proofs.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return {
        chosen,
        list,
        form: { short, control, rounds: rounds === undefined ? undefined : Number(rounds) }
    };
}

/** The figures come last; a proof that a missing guard does not trouble proves nothing. */
async function holdsUp(proof: Proof, { short, control, rounds }: Form) {
    const controlled = short && !control ? true : await controlHolds(proof);
    if (control) return controlled;
    const progress = startProgress(proof.name);
    const trial = {
        short,
        rounds: rounds ?? proof.rounds[short ? 'short' : 'long'],
        report: progress.report
    };
    const figures = await proof.run(trial).finally(progress.end);
    process.stdout.write(`${figureLine(proof, figures)}\n`);
    return controlled && holds(figures);
}

/** What it proves, and in how many rounds. */
const lineOf = ({ name, promise, rounds: { long, short } }: Proof) =>
    `${name.padEnd(4)}${promise} (${long.toLocaleString('en-US')}, short ${short})\n`;

async function main(args: string[]) {
    const { chosen, list, form } = read(args);
    if (list) return void process.stdout.write(chosen.map(lineOf).join(''));
    let failed = 0;
    for (const proof of chosen) if (!(await holdsUp(proof, form))) failed += 1;
    process.exitCode = failed === 0 ? 0 : 1;
}

// What was started registers its own end for the exit of this process, whatever brings that about.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));

await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof TypeError ? error.message : String((error as Error).stack)}\n`);
    process.exit(2); // what was started would keep it alive
});
