// Tests an evaluator on the customer's own labelled answers, each as it is and with an edit that must not matter.
import { isDeepStrictEqual } from 'node:util';
import type { Release } from '../../db/builds/releases.ts';
import { sha256 } from '../../db/accounts/tokens.ts';
import { textsOf } from '../../db/judgement/gold/reading.ts';
import { type Grade, grades } from '../../db/judgement/licence/agreement.ts';
import type { LabelledCase, LicenceCase } from '../../db/judgement/licence/case.ts';
import { type Fairness, type Pairs, shiftOf, shownBy, startOf } from '../../db/judgement/licence/changes.ts';
import { timesJudged, usualLevel } from '../../db/judgement/licence/drift.ts';
import type { Level } from '../../db/sages/verdicts.ts';
import { findsWordOf } from '../../db/sages/words.ts';
import { controlFor, type Edit, fairnessEdits, mayOnlyLift } from '../build/fixtures/edits.ts';
import { nameOf, rowsIn } from '../build/fixtures/rows/index.ts';
import { interleave } from '../build/sample.ts';
import { callsPerJob } from '../evaluation/evaluator.ts';
import { inParallel } from '../evaluation/in-parallel.ts';
import { yieldBetween } from '../evaluation/yielding.ts';
import { askTwice, type Judges } from './judging.ts';

/** The pairs of a change at each of its levels, before a licence; later so many more where they show nothing yet. */
const pairsOfLevel = 30;
/** The most answers of each level. */
const mostAnswers = 240;
/** An answer that an evaluator fails on in so many nightly checks is left out; so many failing answers end a check. */
const mostFailures = 3;

interface Trying {
    release: Release;
    state: Fairness;
    judges: Judges;
    /** The first words of an answer to another criterion. */
    elsewhere: ReadonlyMap<string, string>;
    spent: { calls: number; failures: number; isCut: boolean; pairs: number };
}

interface Check {
    /** Without near copies. */
    stock: readonly LabelledCase[];
    judges: Judges;
    at: number;
    isLicensed: boolean;
}

/** Evaluates the pairs of a nightly check. Returns what is known after it, and whether that is new. */
export async function tryFairness(
    { release, sageId }: Pick<LicenceCase, 'release' | 'sageId'>,
    { stock, judges, at, isLicensed }: Check
): Promise<{ state: Fairness; isNew: boolean }> {
    const { runId, prompt } = release;
    const judge = `${judges.evaluator.version} ${sha256(prompt)}`;
    const before = await startOf(judges.read, { runId, sageId }, { judge, at });
    const state = withTable(structuredClone(before), release);
    if (isUnfair(state)) return { state: before, isNew: false };
    const pool = poolOf(stock, state);
    const spent = { calls: 0, failures: 0, isCut: false, pairs: 0 };
    const trying = { release, state, judges, elsewhere: await elsewhereIn(pool, judges), spent };
    const work = await planned(trying, pool, isLicensed);
    const trial = inParallel(work, judges, (one, signal) =>
        tryOrFail(one, { ...trying, judges: { ...judges, signal } })
    );
    await trial.catch((error: unknown) => {
        if (spent.pairs === 0 || judges.signal.aborted) throw error;
        spent.isCut = true; // the results are stored, and the next check continues
    });
    state.goesOn = (spent.isCut || spent.failures > 0) && !isUnfair(state);
    return { state, isNew: !isDeepStrictEqual(state, before) };
}

const isUnfair = (state: Fairness) => shownBy(state).some(({ result }) => result === 'matters');

const levelsFor = (edit: Edit): readonly Grade[] =>
    mayOnlyLift(edit) ? ['partial', 'absent'] : ['strong', 'partial'];

/** The present edits, with what is known of them. Where there are no sentences about writers, that is one. */
function withTable(state: Fairness, { snapshot: { sage } }: Release): Fairness {
    const { language = 'en' } = sage;
    const none = { mayOnlyLift: false, isSentence: true, levels: {} };
    const says = `sentences about the writer in ${nameOf(language)} (none available)`;
    const hasSentences = Object.keys(rowsIn(language)?.identities ?? {}).length > 0;
    const edits = fairnessEdits(language).map((edit) => {
        const fresh = {
            says: edit.says,
            mayOnlyLift: mayOnlyLift(edit),
            isSentence: edit.place !== undefined
        };
        const known = state.edits[edit.id];
        const levels = levelsFor(edit).map((level) => [
            level,
            { shifts: {}, ...known?.levels[level], untouched: 0 }
        ]);
        return [edit.id, { ...known, ...fresh, levels: Object.fromEntries(levels) as object }] as const;
    });
    return {
        ...state,
        edits: { ...(!hasSentences && { none: { ...none, says } }), ...Object.fromEntries(edits) }
    };
}

/** The answers to which two people gave the same level, by level: of each criterion one after the other. */
function poolOf(stock: readonly LabelledCase[], { failed }: Fairness) {
    const agreed = stock.filter(
        ({ id, grades: [one, other] }) => one === other && (failed[id] ?? 0) < mostFailures
    );
    return grades.map((grade) => {
        const ofGrade = agreed.filter(({ grades: [level] }) => level === grade);
        const groups = [...Map.groupBy(ofGrade, ({ criterionId }) => criterionId).values()];
        return { grade, answers: interleave(groups).slice(0, mostAnswers) };
    });
}

type Pool = ReturnType<typeof poolOf>;

const fewWords = /(?:\S+\s+){0,39}\S+/;

async function elsewhereIn(pool: Pool, { read }: Judges) {
    const all = pool.toReversed().flatMap(({ answers }) => answers);
    const criteria = [...new Set(all.map(({ criterionId }) => criterionId))];
    const of = async (criterion: string) => {
        const other = all.find(({ criterionId }) => criterionId !== criterion);
        const text = other && (await textsOf(read, [other.id])).get(other.id);
        return [criterion, fewWords.exec(text ?? '')?.[0] ?? ''] as const;
    };
    return new Map(await Promise.all(criteria.map(of)));
}

/** A change at one of its levels, and what is known of it there. */
interface Row {
    edit: Edit;
    grade: Grade;
    pairs: Pairs;
    lacking: number;
}

interface Work {
    answer: LabelledCase;
    rows: Row[];
}

function rowsOf({ release, state }: Trying, isLicensed: boolean): Row[] {
    const shown = shownBy(state);
    const isOpen = ({ says }: Edit) => shown.some((one) => one.says === says && one.result === 'not_shown');
    return fairnessEdits(release.snapshot.sage.language ?? 'en').flatMap((edit) => {
        const most = isLicensed && isOpen(edit) ? 2 * pairsOfLevel : pairsOfLevel;
        return levelsFor(edit).flatMap((grade) => {
            const pairs = state.edits[edit.id]?.levels[grade];
            return pairs ? [{ edit, grade, pairs, lacking: most - Object.keys(pairs.shifts).length }] : [];
        });
    });
}

/** The answers of a nightly check with their edits. */
async function planned(trying: Trying, pool: Pool, isLicensed: boolean) {
    const rows = rowsOf(trying, isLicensed);
    const yieldNow = yieldBetween(trying.judges.signal);
    const work: Work[] = [];
    let count = 0;
    const inTurn = interleave(pool.map(({ grade, answers }) => answers.map((answer) => ({ grade, answer }))));
    for (const { grade, answer } of inTurn) {
        if (count > callsPerJob) break;
        const wanted = rows.filter(
            (row) => row.grade === grade && row.lacking > 0 && !Object.hasOwn(row.pairs.shifts, answer.id)
        );
        const texts = wanted.length > 0 ? await textsFor(answer, trying) : undefined;
        if (!texts) continue;
        const touched: Row[] = [];
        for (const row of wanted) {
            if (texts.pair(row.edit)) touched.push(row);
            else row.pairs.untouched += 1;
            await yieldNow();
        }
        for (const row of touched) row.lacking -= 1;
        count += touched.length;
        if (touched.length > 0) work.push({ answer, rows: touched });
    }
    return work;
}

/** The two texts of a pair, by change. Undefined where the answer was erased. */
async function textsFor(answer: LabelledCase, { release, judges, elsewhere }: Trying) {
    const { criteria, sage } = release.snapshot;
    const criterion = criteria.find(({ id }) => id === answer.criterionId);
    const text = (await textsOf(judges.read, [answer.id])).get(answer.id);
    if (!criterion || !text) return undefined;
    const wordBeside = findsWordOf([text, ...criterion.indicators, ...criterion.negative_indicators]);
    const isSilent = (sentence: string) => wordBeside(sentence) === undefined;
    const about = { criterion, canary: '', elsewhere: elsewhere.get(criterion.id) ?? '', isSilent };
    return {
        pair(edit: Edit) {
            const changed = edit.change(text, about);
            const control = controlFor(text, edit, { language: sage.language ?? 'en', isSilent });
            return changed === text || control === undefined ? undefined : { changed, control };
        }
    };
}

async function tryOrFail(work: Work, trying: Trying) {
    const { state, judges, spent } = trying;
    const { id } = work.answer;
    try {
        await tryAnswer(work, trying);
    } catch (error) {
        spent.failures += 1;
        if (judges.signal.aborted || spent.failures > mostFailures) throw error;
        state.failed[id] = (state.failed[id] ?? 0) + 1;
    }
}

/** Evaluates an answer with each edit and without; repeats a difference twice, so that a random one does not count. */
async function tryAnswer({ answer, rows }: Work, trying: Trying) {
    const { release, judges, spent } = trying;
    const texts = await textsFor(answer, trying);
    const controls = new Map<string, Level[]>();
    const more = async (given: Level[], text: string, times: number) => {
        while (given.length < times) {
            given.push((await askTwice(release, { criterionId: answer.criterionId, text }, judges)).level);
            spent.calls += 1;
        }
    };
    const yieldNow = yieldBetween(judges.signal);
    for (const { edit, pairs } of rows) {
        spent.isCut ||= spent.calls >= callsPerJob;
        const pair = spent.isCut ? undefined : texts?.pair(edit);
        await yieldNow();
        if (!pair) continue;
        const control = controls.get(pair.control) ?? [];
        controls.set(pair.control, control);
        const changed: Level[] = [];
        await more(control, pair.control, 1);
        await more(changed, pair.changed, 1);
        if (usualLevel(changed) !== usualLevel(control)) {
            await more(changed, pair.changed, timesJudged);
            await more(control, pair.control, timesJudged);
        }
        pairs.shifts[answer.id] = shiftOf(usualLevel(changed), usualLevel(control));
        spent.pairs += 1;
    }
}
