// The full runs of the proofs as docs/promises.md shows them, made of the records in docs/proofs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const promisesPage = join(root, 'docs/promises.md');

/** The last full run of a proof. */
export interface FullRun {
    figure: string;
    holds: boolean;
    date: string;
    commit: string;
    rounds: number;
    fullSize: number;
}

export const readRuns = (): FullRun[] =>
    globSync('docs/proofs/P*.json', { cwd: root })
        .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as FullRun)
        .toSorted((one, other) => numberOf(one) - numberOf(other));

const idOf = ({ figure }: FullRun) => /^P\d+/.exec(figure)?.[0] ?? '';
const numberOf = (run: FullRun) => Number(idOf(run).slice(1));
const among = (count: number) => count.toLocaleString('en-US');

const roundsOf = ({ rounds, fullSize }: FullRun) =>
    rounds === fullSize ? `all ${among(rounds)}` : `${among(rounds)} of ${among(fullSize)}`;

const saidOf = (run: FullRun) => run.figure.slice(idOf(run).length).trim().replaceAll('|', '\\|');

const beginning = '<!-- made of docs/proofs by npm run write -->';
const end = '<!-- as far as here -->';

/** The page with the table of these runs in the place of the one that it had. Throws where it has no place for one. */
export function withRuns(page: string, runs: readonly FullRun[]) {
    const from = page.indexOf(beginning);
    const to = page.indexOf(end);
    if (from < 0 || to < from) throw new Error('the page has no place for the runs');
    const rows = runs.map(
        (run) => `| ${idOf(run)} | ${run.date} | ${run.commit} | ${roundsOf(run)} | ${saidOf(run)} |`
    );
    const table = ['| Run | Date | Commit | Rounds | Figures |', '| --- | --- | --- | --- | --- |', ...rows];
    return `${page.slice(0, from)}${beginning}\n\n${table.join('\n')}\n\n${page.slice(to)}`;
}
