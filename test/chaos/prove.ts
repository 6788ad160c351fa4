// The command of the proofs: npm run prove -- --list | --short | --full | --control [P1 P4 ...] [--rounds N] [--seed N]
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { controlHolds } from './control.ts';
import { proofs } from './proofs/index.ts';
import { startProgress } from './progress.ts';
import { figureLine, holds, type Proof } from './proof.ts';
import { allHoldSideBySide } from './side-by-side.ts';

const usage = `npm run prove -- FORM [P1 P4 ...] [--rounds N] [--seed N], with one of these forms:
  --short    under half a minute each, several at once
  --full     in full, after the control
  --control  whether each fails without its guards
  --list     what there is`;

interface Form {
    short: boolean;
    full: boolean;
    control: boolean;
    rounds: number | undefined;
    seed: number;
}

function read(args: string[]) {
    const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
            list: { type: 'boolean' },
            short: { type: 'boolean' },
            full: { type: 'boolean' },
            control: { type: 'boolean' },
            rounds: { type: 'string' },
            seed: { type: 'string' }
        }
    });
    const { list = false, short = false, full = false, control = false } = values;
    if ([list, short, full, control].every((form) => !form)) throw new TypeError(usage);
    const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name));
    if (unknown.length > 0) throw new TypeError(`There is no proof ${unknown.join(', ')}.`);
    const chosen = proofs.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return {
        chosen,
        list,
        form: {
            short,
            full,
            control,
            rounds: numberOf('--rounds', values.rounds),
            seed: numberOf('--seed', values.seed) ?? 1 + Math.floor(Math.random() * 999_999_999)
        }
    };
}

function numberOf(option: string, text: string | undefined) {
    if (text === undefined) return undefined;
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`${option} takes a number.`);
    return Number(text);
}

/** Without its guards, in its short form, or in full, which fails as well if a missing guard does not trouble it. */
async function holdsUp(proof: Proof, { full, control, rounds, seed }: Form) {
    if ((control || full) && !(await controlHolds(proof))) return false;
    if (control) return true;
    const progress = startProgress(proof.name);
    const size = proof.rounds[full ? 'long' : 'short'];
    const trial = { short: !full, rounds: rounds ?? size, seed, report: progress.report };
    const figures = await proof.run(trial).finally(progress.end);
    process.stdout.write(`${figureLine(proof, figures)}\n`);
    return holds(figures);
}

async function allHold(chosen: readonly Proof[], form: Form) {
    if (form.short && chosen.length > 1) return allHoldSideBySide(chosen, process.argv.slice(2));
    let failed = 0;
    for (const proof of chosen) if (!(await holdsUp(proof, form))) failed += 1;
    return failed === 0;
}

const listed = ({ name, promise }: Proof) => `${name.padEnd(4)}${promise}\n`;

async function main(args: string[]) {
    const { chosen, list, form } = read(args);
    if (list) return void process.stdout.write(chosen.map(listed).join(''));
    process.exitCode = (await allHold(chosen, form)) ? 0 : 1;
}

// What was started registers its own end for the exit of this process, whatever brings that about.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));

await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof TypeError ? error.message : String((error as Error).stack)}\n`);
    process.exit(2); // what was started would keep it alive
});
