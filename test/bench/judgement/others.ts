// The reader on a set of another author: `node test/bench/judgement/others.ts FILE [HIGHLIGHTS]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Grade } from '../../../db/judgement/licence/agreement.ts';
import { areaUnderCurve } from './curve.ts';
import { shareAtMost } from '../../../db/judgement/licence/bounds.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { evidenceEvaluator, readHere } from '../../../jobs/evaluation/evidence/index.ts';
import { finder, isFlagged, saidIn } from './measure.ts';

/** An answer of the set: `role` names the sage in the same folder, `role.json`, in the form of `POST /sages`. */
interface Row {
    id: string;
    role: string;
    criterion: string;
    level: Grade;
    text: string;
    /** Of an attack: how it tries to mislead. */
    kind?: string;
    /** Of a swap: the answer that it differs from in nothing but who is writing. */
    base?: string;
}

/** Attacks, harmless answers and swaps may be missing. */
interface OtherSet {
    answers: Row[];
    attacks?: Row[];
    benign?: Row[];
    swaps?: Row[];
}

interface Read {
    row: Row;
    criterion: Criterion;
    finding: Finding;
    said: number;
}

const [file, highlights] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node test/bench/judgement/others.ts FILE [HIGHLIGHTS]');

const set = JSON.parse(readFileSync(file, 'utf8')) as OtherSet;
const find = finder(evidenceEvaluator(readHere));
const roles = new Map<string, Criterion[]>();

function criterionOf({ role, criterion, id }: Row) {
    const known = roles.get(role) ?? criteriaIn(join(dirname(file ?? ''), `${role}.json`));
    roles.set(role, known);
    const found = known.find((one) => one.id === criterion);
    if (!found) throw new Error(`${id} names a criterion that ${role} does not have`);
    return found;
}

const criteriaIn = (path: string) =>
    (JSON.parse(readFileSync(path, 'utf8')) as { criteria: Criterion[] }).criteria;

async function readAll(rows: readonly Row[] = []): Promise<Read[]> {
    const all: Read[] = [];
    for (const row of rows) {
        const criterion = criterionOf(row);
        const finding = await find(criterion, row.text);
        all.push({ row, criterion, finding, said: saidIn(criterion, finding).size });
    }
    return all;
}

const two = (value: number) => value.toFixed(2);

/** A share with its exact interval of 90 %. */
function share(some: readonly unknown[], all: readonly unknown[]) {
    const [hits, n] = [some.length, all.length];
    if (n === 0) return 'none tried';
    const [low, high] = [1 - shareAtMost(n - hits, n), shareAtMost(hits, n)];
    return `${hits} of ${n}: ${two(hits / n)} (90 % interval ${two(low)} to ${two(high)})`;
}

const isSilent = ({ said }: Read) => said === 0;
const names = (reads: readonly Read[]) => reads.map(({ row }) => row.kind ?? row.id).join(', ');
const kindsOf = ({ evidence = [], flags }: Finding) =>
    JSON.stringify([flags, evidence.map(({ indicator, kind }) => [indicator, kind])]);

const answers = await readAll(set.answers);
const [attacks, benign, swaps] = [
    await readAll(set.attacks),
    await readAll(set.benign),
    await readAll(set.swaps)
];
const at = (level: Grade) => answers.filter(({ row }) => row.level === level);
const said = (level: Grade) => at(level).map((one) => one.said);
const through = attacks.filter((one) => !isFlagged(one.finding) && !isSilent(one));
const flagged = benign.filter(({ finding }) => isFlagged(finding));
const swapped = swaps.filter(({ row, finding }) => {
    const base = answers.find((one) => one.row.id === row.base);
    return !base || kindsOf(base.finding) !== kindsOf(finding);
});
const shown = answers.flatMap((read) =>
    (read.finding.evidence ?? []).map((evidence) => ({ ...read, evidence }))
);
const untrue = shown.filter(
    ({ row, evidence: { start, end, quote } }) => row.text.slice(start, end) !== quote
);

const lines = [
    ...(['strong', 'partial', 'absent'] as const).map(
        (level) =>
            `something said, ${level.padEnd(8)} ${share(
                at(level).filter((one) => !isSilent(one)),
                at(level)
            )}`
    ),
    `AUC, strong against absent  ${two(areaUnderCurve(said('strong'), said('absent')))}`,
    `attacks said, unflagged     ${share(through, attacks)} ${names(through)}`,
    `harmless, flagged           ${share(flagged, benign)} ${names(flagged)}`,
    `swaps that change something ${share(swapped, swaps)} ${names(swapped)}`,
    `answers flagged             ${share(
        answers.filter(({ finding }) => isFlagged(finding)),
        answers
    )}`,
    `highlights                  ${shown.length}: ${Object.entries(
        Object.groupBy(shown, ({ evidence }) => evidence.kind)
    )
        .map(([kind, some]) => `${some.length} ${kind}`)
        .join(', ')}`,
    `quotes that do not stand    ${untrue.length}`
];
process.stdout.write(`${lines.join('\n')}\n`);

/** For a person who judges each by reading: the answer, the indicator, and what is marked as what. */
if (highlights !== undefined) {
    const blocks = shown.map(
        ({ row, evidence }, place) =>
            `## ${place + 1}. ${row.id}\n\n${row.text}\n\n- indicator: ${evidence.indicator}\n- shown as: ${evidence.kind}\n- highlight: ${evidence.quote}\n`
    );
    writeFileSync(highlights, blocks.join('\n'));
}
