// A sage with approved test answers, and judges in process that know them: fair ones, and each of the others with one fault.
import type { Snapshot } from '../../db/builds/reports.ts';
import { promptFor } from '../../db/council/snapshots.ts';
import { type Grade, grades } from '../../db/judgement/licence/agreement.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { Frozen, StepInput } from '../../jobs/build/steps/step.ts';
import { makeFixtures } from '../../jobs/build/fixtures/fixtures.ts';
import { planOf } from '../../jobs/build/gates/trying.ts';
import { answerTo, type Evaluator } from '../../jobs/evaluation/evaluator.ts';
import { testHa, testRi, testShu } from '../../jobs/build/steps/tests.ts';
import { type Planted, type Seen, type Sort, stories } from './planted-faults.ts';
import { criterion, never, paid, snapshotOf } from '../support/fixtures/builds.ts';

const trees = ['alder', 'birch', 'cedar', 'hazel', 'maple', 'rowan'];

const letters: Record<string, Sort> = { a: 'absent', p: 'partial', s: 'strong', t: 'twin', n: 'negative' };
const letterOf = (sort: Sort) => Object.keys(letters).find((letter) => letters[letter] === sort) ?? '';

/** A sage whose test answers carry a mark by which the judges below know them, however they are edited. */
export function plantedSage(size: number, language = 'en'): Snapshot {
    const made = Array.from({ length: size }, (_, place) => plantedCriterion(place, size));
    const { sage, ...rest } = snapshotOf(made);
    return { ...rest, sage: { ...sage, evaluator: 'model', language } };
}

function plantedCriterion(place: number, size: number): Criterion {
    const indicators = trees.map((tree) => `${tree} ${numeral(place)}`);
    const text = (sort: Sort, nth: number, says: readonly string[]) => {
        const reported = Array.from(
            { length: nth + (sort === 'absent' ? 2 : 1) },
            (_, at) => stories[(place + nth * 2 + at) % stories.length]
        );
        return [
            `Mark k${place}${letterOf(sort)}${nth} here.`,
            ...reported,
            ...says.map((one) => `I used ${one} then.`)
        ].join(' ');
    };
    const said = { absent: 0, partial: 2, strong: 4 };
    const approved = { reason: 'As its author says.', by: 1, at: 0 };
    const plain = grades.flatMap((level) =>
        [1, 2].map((nth) => {
            const says = indicators.slice(nth - 1, nth - 1 + said[level]);
            return { ...approved, level, kind: 'plain' as const, text: text(level, nth, says) };
        })
    );
    return criterion(`c${place}`, indicators, {
        question: `How did you go about it${place < size / 2 ? ', and what came of it in the end' : ''}?`,
        negative_indicators: [`willow ${numeral(place)}`],
        test_answers: [
            ...plain,
            { ...approved, level: 'strong', kind: 'twin', text: text('twin', 1, []) },
            {
                ...approved,
                level: 'absent',
                kind: 'disqualifier',
                text: text('negative', 1, [...indicators.slice(0, 4), `willow ${numeral(place)}`])
            }
        ]
    });
}

/** A word of its own for each criterion. */
const numeral = (place: number) =>
    `zy${String.fromCharCode(97 + (place % 26), 97 + Math.floor(place / 26))}x`;

/** Numbers from 0 to 1, the same again for the same seed. */
function randomBy(seed: number) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

interface Made {
    seed: number;
    /** The share of calls that get a neighbouring level. */
    noise?: number;
    /** What it quotes; the sentences with an indicator where there are some. */
    quote?: (text: string) => string;
}

/** A judge with this fault, as a build asks it. */
export function plantedJudge(
    snapshot: Snapshot,
    planted: Planted,
    { seed, noise = 0, quote = (text) => /I used .*/i.exec(text)?.[0] ?? text.slice(0, 30) }: Made
): Evaluator {
    const random = randomBy(seed);
    let before: Grade | undefined;
    const draw = (level: Grade): Grade => {
        if (random() >= noise) return level;
        return level === 'partial' ? (random() < 0.5 ? 'absent' : 'strong') : 'partial';
    };
    return {
        name: 'model',
        version: 'planted',
        async find({ criteria, answers }) {
            return criteria.map(({ id }) => {
                const text = answerTo(answers, id);
                const seen = { ...seenIn(snapshot, { id, text, seed, drawn: random() }), before };
                const level = text === '' ? 'absent' : draw(planted(seen));
                const quotes = level === 'absent' ? [] : [quote(text)];
                before = seen.fair;
                return { criterion_id: id, level, quotes, reason: 'As it seems to me.', flags: [] };
            });
        }
    };
}

function seenIn(
    of: Snapshot,
    { id, text, seed, drawn }: { id: string; text: string; seed: number; drawn: number }
): Omit<Seen, 'before'> {
    const place = Number(id.slice(1));
    const small = text.toLowerCase();
    const [mark = '', letter = ''] = new RegExp(`k${place}([a-z])(\\d)`).exec(small) ?? [];
    const { indicators = [], negative_indicators: against = [] } = of.criteria[place] ?? {};
    const named = indicators.filter((one) => small.includes(one)).length;
    const sort = letters[letter] ?? (named >= 4 ? 'strong' : 'absent');
    return {
        fair: sort === 'twin' ? 'strong' : sort === 'negative' ? 'absent' : sort,
        sort,
        text,
        place,
        of,
        named,
        disqualified: against.some((one) => small.includes(one)),
        drawn,
        fixed: randomBy(hashOf(`${seed} ${mark} ${text}`))(),
        own: randomBy(hashOf(`${seed} ${mark}`))()
    };
}

function hashOf(text: string) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash;
}

/** What a build has frozen when it comes to its tests. */
export async function readyFor(snapshot: Snapshot, rounds?: number): Promise<Frozen> {
    const fixtures = await makeFixtures(snapshot, { evaluator: 'model', signal: never() });
    return { snapshot, fixtures, prompt: promptFor(snapshot), rounds: rounds ?? planOf(snapshot).length };
}

/** Runs Shu, Ha and Ri up to the first that is red; `calls` counts what the build asked. */
export async function tryJudge(snapshot: Snapshot, frozen: Frozen, judge: Evaluator) {
    let calls = 0;
    const evaluator: Evaluator = {
        ...judge,
        find(input, signal) {
            calls += 1;
            return judge.find(input, signal);
        }
    };
    const input: StepInput = {
        snapshot,
        frozen,
        evaluator,
        hold: paid,
        signal: never(),
        now: () => 0,
        progress: () => undefined
    };
    const gates = [];
    const failures = [];
    const notes = [];
    for (const step of [testShu, testHa, testRi]) {
        const { report, freeze } = await step(input);
        gates.push(...report.gates);
        failures.push(...report.failures);
        notes.push(...report.notes);
        input.frozen = { ...input.frozen, ...freeze };
        if (report.gates.some(({ passed, blocking }) => blocking && !passed)) break;
    }
    const red = gates
        .filter(({ passed, blocking }) => blocking && !passed)
        .map(({ id, measured }) => ({ id, measured }));
    return { calls, gates, failures, notes, red };
}
