// Evaluates answers from a file by a sage from a file: no server, no store, nothing is written.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import Joi from 'joi';
import { Refusal } from '../db/store/refusal.ts';
import { compilePrompt } from '../db/sages/prompts.ts';
import type { Criterion } from '../db/sages/sages.ts';
import type { Finding } from '../db/sages/verdicts.ts';
import {
    bootstrapInterval,
    constantBaseline,
    exactAgreement,
    type Grade,
    grades,
    type Pair,
    weightedKappa
} from '../db/judgement/licence/agreement.ts';
import type { Evaluator } from '../jobs/evaluation/evaluator.ts';
import { inParallel } from '../jobs/evaluation/in-parallel.ts';
import { judge } from '../jobs/evaluation/judge.ts';
import { sageBody } from '../plugins/sages/body.ts';
import { validated } from '../plugins/surfaces/http/fields.ts';
import { withEvaluator } from './evaluators.ts';
import { progressBar } from './import-file.ts';
import { type Shell, UsageError } from './options.ts';

interface AnswerRow {
    id: string;
    criterion: string;
    text: string;
    level?: Grade;
}

const answerRow = Joi.object<AnswerRow>({
    id: Joi.string().min(1).max(200).required(),
    criterion: Joi.string().required(),
    text: Joi.string()
        .allow('')
        .max(50 * 1024, 'utf8')
        .required(),
    level: Joi.valid(...grades)
});

interface JudgeFiles {
    sage: string;
    answers: string;
    evaluator?: string | undefined;
}

/** What the evaluator finds in each answer, and how well its levels agree with those that the file gives. */
export async function judgeFiles({ sage, answers, evaluator: name = 'evidence' }: JudgeFiles, shell: Shell) {
    return withEvaluator(name, shell, async (evaluator) => {
        const body = readSage(sage);
        const rows = readAnswers(answers, body.criteria);
        const bar = progressBar(shell.stderr);
        const show = (done: number) => bar.show(basename(answers), done, rows.length);
        const findings = await findAll(evaluator, body, rows, show).finally(bar.clear);
        const items = rows.map(({ id, criterion }, at) => itemOf(id, criterion, findings[at]));
        return { items, summary: summaryOf(rows, findings) };
    });
}

function itemOf(id: string, criterion: string, finding: Finding | undefined) {
    const { level = 'unscored', quotes = [], flags = [], evidence = [] } = finding ?? {};
    return { id, criterion, level, quotes, flags, evidence };
}

type SageFile = ReturnType<typeof readSage>;

const noResults = { name: '', intro: '', directions: '', output_format: '', recommendation: '' };

/** Contexts are rows of an installation: a file has none. */
const promptOf = ({ evaluator_role: evaluatorRole, criteria, results = noResults }: SageFile) =>
    compilePrompt({ evaluatorRole, criteria, contexts: [], results }).prompt;

/** As many answers side by side as the evaluator takes; the first that fails ends all. */
async function findAll(
    evaluator: Evaluator,
    sage: SageFile,
    rows: readonly AnswerRow[],
    show: (done: number) => void
) {
    const prompt = promptOf(sage);
    let done = 0;
    const find = async ({ criterion, text }: AnswerRow, signal: AbortSignal) => {
        show(done);
        const asked = sage.criteria.filter(({ id }) => id === criterion);
        const judgeable = { criteria: asked, answers: { [criterion]: text }, prompt, rubric: sage.criteria };
        const { findings } = await judge(evaluator, { judgeable, threshold: 0, signal });
        done += 1;
        return findings[0];
    };
    const { signal } = new AbortController(); // never aborted
    return inParallel(rows, { evaluator, signal }, find);
}

/** Kappa is null where the evaluator gives no levels; an empty answer's is not enough. */
function summaryOf(rows: readonly AnswerRow[], findings: readonly (Finding | undefined)[]) {
    const labelled = rows.flatMap(({ text, level: label }, at) =>
        label ? [{ text, label, judged: findings[at]?.level ?? 'unscored' }] : []
    );
    if (labelled.length === 0) return { n: rows.length };
    const pairs = labelled.flatMap(({ label, judged }): Pair[] =>
        judged === 'unscored' ? [] : [{ label, judged }]
    );
    const grades = labelled.some(({ text, judged }) => text.trim() !== '' && judged !== 'unscored');
    const { low, high } = bootstrapInterval(pairs, { level: 0.9, draws: 1000, seed: 1 });
    return {
        n: labelled.length,
        exact: grades ? exactAgreement(pairs) : null,
        kappa: grades ? weightedKappa(pairs) : null,
        kappa_low: grades ? low : null,
        kappa_high: grades ? high : null,
        constant: weightedKappa(constantBaseline(labelled.map(({ label }) => label)))
    };
}

function readSage(file: string) {
    const text = textOf('sage', file);
    const body = inFile(file, undefined, () => parsed(text));
    return inFile(file, undefined, () => validated(sageBody, body, { convert: false }));
}

function readAnswers(file: string, criteria: readonly Criterion[]) {
    const known = criteria.map(({ id }) => id);
    const seen = new Set<string>();
    return textOf('answers', file)
        .split('\n')
        .flatMap((line, at) =>
            line.trim() === '' ? [] : [inFile(file, at + 1, () => rowOf(line, known, seen))]
        );
}

function rowOf(line: string, known: readonly string[], seen: Set<string>) {
    const row = validated(answerRow, parsed(line), { convert: false });
    if (!known.includes(row.criterion))
        throw new Refusal('invalid_field', 'unknown criterion for this sage.');
    if (seen.has(row.id)) throw new Refusal('invalid_field', 'duplicate id (see an earlier line).');
    seen.add(row.id);
    return row;
}

/** Hidden characters stay, because the evaluator has to handle them. */
function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        const [, line] = /line (\d+)/.exec(error.message) ?? [];
        throw new Refusal('invalid_field', line ? `not JSON from line ${line} on.` : 'not JSON.');
    }
}

/** What `work` returns; a refusal of it names the file, and the line where there is one. */
function inFile<T>(file: string, line: number | undefined, work: () => T) {
    try {
        return work();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const place = line === undefined ? basename(file) : `${basename(file)}, line ${line}`;
        throw new Refusal('invalid_field', `${place}: ${error.message}`);
    }
}

function textOf(option: string, file: string) {
    try {
        return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    } catch (error) {
        throw new UsageError(`cannot read --${option} ${file}`, { cause: error });
    }
}
