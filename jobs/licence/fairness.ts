// Tries a judge on the customer's own labelled answers, each as it is and changed in a way that must not matter.
import { textsOf } from '../../db/judgement/gold/reading.ts';
import type { Grade } from '../../db/judgement/licence/agreement.ts';
import type { LabelledCase, LicenceCase } from '../../db/judgement/licence/case.ts';
import { timesJudged, usualLevel } from '../../db/judgement/licence/drift.ts';
import {
    type Edited,
    type Fairness,
    noFairness,
    shiftOf,
    shownBy
} from '../../db/judgement/licence/changes.ts';
import type { Release } from '../../db/builds/releases.ts';
import type { Level } from '../../db/sages/verdicts.ts';
import { findsWordOf } from '../../db/sages/words.ts';
import { controlFor, type Edit, fairnessEdits, mayOnlyLift } from '../build/fixtures/edits.ts';
import { nameOf, rowsIn } from '../build/fixtures/rows/index.ts';
import { callsOfNight } from '../evaluation/evaluator.ts';
import { yieldBetween } from '../evaluation/yielding.ts';
import { askTwice, inParallel, type Judges } from './judging.ts';

/** The pairs of an edit, and again as many where they show nothing yet. */
const pairsOfEdit = 60;

interface Trying {
    release: Release;
    /** Without near copies. */
    stock: readonly LabelledCase[];
    state: Fairness;
    judges: Judges;
}

/** Judges the pairs of a night. Returns the state after it; undefined where no pair is left. */
export async function tryFairness(
    before: Fairness,
    { release, stock, judges }: Omit<Trying, 'state'>
): Promise<Fairness | undefined> {
    if (isUnfair(before)) return undefined;
    const state = structuredClone({ ...before, edits: { ...untried(release), ...before.edits } });
    const trying = { release, stock, state, judges };
    const pairs = await pairsLeft(trying);
    if (pairs.length === 0 && !before.goesOn && before !== noFairness) return undefined;
    let calls = 0;
    const all = inParallel(pairs, judges, async (pair, within) => {
        if (calls >= callsOfNight) return;
        await tryPair(pair, { ...trying, judges: within }, () => (calls += 1));
    });
    const isWhole = await all.then(
        () => calls < callsOfNight,
        (error: unknown) => {
            if (calls === 0) throw error;
            return false; // what was judged is kept, and the next night goes on
        }
    );
    return { ...state, goesOn: !isWhole && !isUnfair(state) };
}

/** When a look first licensed this release. */
export const firstLicensed = ({ looks, release: { runId } }: Pick<LicenceCase, 'looks' | 'release'>) =>
    looks.find((one) => one.runId === runId && one.licensed)?.at;

const isUnfair = (state: Fairness) => shownBy(state).some(({ result }) => result === 'matters');

/** Where nobody has written sentences in the language of the sage, that is shown as not tried. */
function untried({ snapshot: { sage } }: Release): Fairness['edits'] {
    const { language = 'en' } = sage;
    if (rowsIn(language)) return {};
    const says = `sentences in ${nameOf(language)}, of which there are none`;
    return { identity: { says, mayOnlyLift: false, shifts: {} } };
}

interface Pair {
    edit: Edit;
    answer: LabelledCase;
}

/** The pairs that are left for a night, edit by edit. */
async function pairsLeft(trying: Trying) {
    const { release, stock, state, judges } = trying;
    const yieldNow = yieldBetween(judges.signal);
    const pairs: Pair[] = [];
    for (const edit of fairnessEdits(release.snapshot.sage.language ?? 'en')) {
        const known = (state.edits[edit.id] ??= editedBy(edit));
        let lacking = lackingOf(known);
        for (const answer of inTurn(stock, levelsFor(edit))) {
            if (lacking === 0 || pairs.length > callsOfNight) break;
            if (Object.hasOwn(known.shifts, answer.id)) continue;
            const { text, changed } = await textsFor({ edit, answer }, trying);
            await yieldNow();
            if (changed === text) continue;
            lacking -= 1;
            pairs.push({ edit, answer });
        }
    }
    return pairs;
}

const editedBy = (edit: Edit): Edited => ({ says: edit.says, mayOnlyLift: mayOnlyLift(edit), shifts: {} });

function lackingOf(known: Edited) {
    const tried = Object.keys(known.shifts).length;
    const [shown] = tried < pairsOfEdit ? [] : shownBy({ edits: { known } });
    if (shown && shown.result !== 'not_shown') return 0;
    return Math.max(0, (shown ? 2 : 1) * pairsOfEdit - tried);
}

const levelsFor = (edit: Edit): readonly Grade[] =>
    mayOnlyLift(edit) ? ['partial', 'absent'] : ['strong', 'partial'];

/** The answers to which two people gave one of these levels: of each criterion and level one after the other. */
function inTurn(stock: readonly LabelledCase[], levels: readonly Grade[]) {
    const agreed = stock.filter(({ grades: [one, other] }) => one === other && levels.includes(one));
    const groups = Map.groupBy(agreed, ({ criterionId, grades: [level] }) => `${criterionId} ${level}`);
    const most = Math.max(0, ...Array.from(groups.values(), ({ length }) => length));
    return Array.from({ length: most }, (_, place) =>
        Array.from(groups.values()).flatMap((group) => group.slice(place, place + 1))
    ).flat();
}

const fewWords = /(?:\S+\s+){0,39}\S+/;

/** The answer of a pair, changed, and with a sentence about nobody in the same place. */
async function textsFor({ edit, answer }: Pair, { release, stock, judges }: Trying) {
    const { criteria, sage } = release.snapshot;
    const { language = 'en' } = sage;
    const criterion = criteria.find(({ id }) => id === answer.criterionId);
    const other = stock.find(({ criterionId }) => criterionId !== answer.criterionId);
    const texts = await textsOf(judges.read, [answer.id, ...(other ? [other.id] : [])]);
    const text = texts.get(answer.id) ?? '';
    if (!criterion) return { text, changed: text, control: text };
    const wordBeside = findsWordOf([text, ...criterion.indicators, ...criterion.negative_indicators]);
    const isSilent = (sentence: string) => wordBeside(sentence) === undefined;
    const [elsewhere = ''] = fewWords.exec(texts.get(other?.id ?? 0) ?? '') ?? [];
    const changed = edit.change(text, { criterion, canary: '', elsewhere, isSilent });
    return { text, changed, control: controlFor(text, edit, { language, isSilent }) };
}

/** Judges both sides of a pair; one that differs twice more, so that no whim of a moment counts. */
async function tryPair(pair: Pair, trying: Trying, count: () => void) {
    const { edit, answer } = pair;
    const { release, state, judges } = trying;
    const { changed, control } = await textsFor(pair, trying);
    const ask = async (text: string) => {
        count();
        return (await askTwice(release, { criterionId: answer.criterionId, text }, judges)).level;
    };
    const more = async (given: Level[], text: string, times: number) => {
        while (given.length < times) given.push(await ask(text));
    };
    const place = `${edit.place ?? 'as it is'} ${answer.id}`;
    const ofControl = (state.controls[place] ??= []);
    const ofChanged: Level[] = [];
    await more(ofControl, control, 1);
    await more(ofChanged, changed, 1);
    if (ofChanged[0] !== ofControl[0]) {
        await more(ofChanged, changed, timesJudged);
        await more(ofControl, control, timesJudged);
    }
    const { shifts } = (state.edits[edit.id] ??= editedBy(edit));
    shifts[answer.id] = shiftOf(usualLevel(ofChanged), usualLevel(ofControl));
}
