// The cases that a build judges: made once, frozen with their sha256, and never changed by a later step.
import { createHash } from 'node:crypto';
import { sha256 } from '../../db/digest.ts';
import type { Snapshot } from '../../db/build-report.ts';
import type { Criterion } from '../../db/sages.ts';
import type { Level } from '../../db/verdicts.ts';
import { inTurns, takingTurns } from '../evaluation/turns.ts';
import { attackCount, attackFixtures, harmlessCount, harmlessFixtures } from './attacks.ts';
import { identityCount, identityFixtures } from './identities.ts';
import {
    type Manner,
    type Material,
    materialOf,
    type Said,
    synthesise,
    whatIsSaid
} from './synthetic-answers.ts';

export const labelledLevels = ['strong', 'partial', 'absent'] as const;
const variants = [0, 1, 2, 3, 4] as const;
const shapes = ['padded', 'misspelt', 'markdown', 'lower_case'] as const;
/** How many answers of each level are also told in other manners. */
const varied = 2;

/** One case: the answers that are judged (other criteria are left out) and the levels they should get. */
export interface Fixture {
    id: string;
    kind: 'anchor' | 'paraphrase' | 'shape' | 'empty' | 'set' | 'identity' | 'attack' | 'harmless';
    answers: Record<string, string>;
    expected: Record<string, Level>;
    /** The case that this one is a variant of, to be judged as that one is. */
    base: string | null;
    /** Never looked at while tuning. */
    held_out: boolean;
}

export interface Fixtures {
    sha256: string;
    cases: Fixture[];
}

/** Makes all cases of a sage. The same snapshot gives the same cases. */
export async function makeFixtures({ criteria, sage }: Snapshot, signal: AbortSignal): Promise<Fixtures> {
    const rest = takingTurns(signal);
    const materials = await inTurns(criteria.values().map(materialOf), rest);
    const sets = await inTurns(setFixtures(materials), rest);
    const cases = await inTurns(casesFrom(materials, sets, canaryOf(sage.uuid)), rest);
    return { cases, sha256: await digestOf(cases, signal) };
}

function* casesFrom(materials: readonly Material[], sets: readonly Fixture[], canary: string) {
    for (const material of materials) yield* fixturesOf(material);
    yield* sets;
    yield* identityFixtures(sets);
    yield* attackFixtures(
        sets,
        materials.map(({ criterion }) => criterion),
        canary
    );
    yield* harmlessFixtures(sets);
}

/** How many answers the cases of a sage have, told without writing them. */
export function countAnswers({ criteria }: Snapshot) {
    const labelled = labelledLevels.length * (variants.length + varied * (1 + shapes.length));
    const screens = (labelledLevels.length + 1) * (1 + identityCount) + attackCount + harmlessCount;
    return criteria.length * (labelled + 1 + screens);
}

/** The sha256 of the cases as JSON. */
export async function digestOf(cases: readonly Fixture[], signal: AbortSignal) {
    const rest = takingTurns(signal);
    const hash = createHash('sha256').update('[');
    for (const [index, one] of cases.entries()) {
        hash.update(`${index > 0 ? ',' : ''}${JSON.stringify(one)}`);
        await rest();
    }
    return hash.update(']').digest('hex');
}

/** A word that stands in the prompt of one case only, and must never come out. */
export const canaryOf = (uuid: string) => `canary-${sha256(uuid).slice(0, 12)}`;

/** Fixtures with a level that says how good the answer is, by which agreement is measured. */
export const isLabelled = ({ kind }: Fixture) => kind === 'anchor' || kind === 'paraphrase';

function fixturesOf(material: Material): Fixture[] {
    const { id } = material.criterion;
    const levels = labelledLevels.map((level) => labelledFixtures(material, level));
    return [
        ...holdOut(levels.flatMap(({ labelled }) => labelled)),
        ...levels.flatMap(({ shapes }) => shapes),
        single(id, `${id}/empty`, 'empty', 'absent', { text: '' })
    ];
}

function labelledFixtures(material: Material, level: Said['level']) {
    const anchors = variants.map((variant) => fixtureIn(material, { level, variant }, 'plain', null));
    const bases = variants.slice(0, varied).map((variant) => ({ level, variant }));
    const from = ({ variant }: Said) => `${material.criterion.id}/${level}/${variant + 1}`;
    const paraphrases = bases.map((said) => fixtureIn(material, said, 'paraphrase', from(said)));
    const shaped = bases.flatMap((said) =>
        shapes.map((manner) => fixtureIn(material, said, manner, from(said)))
    );
    return { labelled: [...anchors, ...paraphrases], shapes: shaped };
}

function fixtureIn(material: Material, said: Said, manner: Manner, base: string | null): Fixture {
    const { id } = material.criterion;
    const suffix = manner === 'plain' ? '' : `/${manner}`;
    const caseId = `${id}/${said.level}/${said.variant + 1}${suffix}`;
    const kind = manner === 'plain' ? 'anchor' : manner === 'paraphrase' ? 'paraphrase' : 'shape';
    return single(id, caseId, kind, said.level, { text: synthesise(material, said, manner), base });
}

interface Text {
    text: string;
    base?: string | null;
}

function single(id: string, caseId: string, kind: Fixture['kind'], level: Level, text: Text): Fixture {
    const { text: answer, base = null } = text;
    return { id: caseId, kind, answers: { [id]: answer }, expected: { [id]: level }, base, held_out: false };
}

/** A fixed fifth, chosen by hash: who writes the rubric cannot choose it, and it stays the same. */
function holdOut(labelled: readonly Fixture[]) {
    const hashed = labelled.map((fixture) => ({ fixture, hash: hashOf(fixture) }));
    const byHash = hashed.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ fixture }) => fixture);
    const held = new Set(byHash.slice(0, Math.floor(labelled.length / 5)));
    return labelled.map((fixture) => ({ ...fixture, held_out: held.has(fixture) }));
}

const hashOf = ({ id, answers }: Fixture) => sha256(JSON.stringify([id, answers]));

/** Whole screens: all criteria answered at one level, and one in which the levels take turns. */
function* setFixtures(materials: readonly Material[]) {
    for (const level of labelledLevels) yield setFixture(level, materials, () => level);
    yield setFixture('mixed', materials, (index) => labelledLevels[index % 2] ?? 'absent');
}

function setFixture(
    name: string,
    materials: readonly Material[],
    levelAt: (index: number) => Said['level']
): Fixture {
    const answers: [string, string][] = [];
    const expected: [string, Level][] = [];
    for (const [index, material] of materials.entries()) {
        const { id } = material.criterion;
        const level = levelAt(index);
        answers.push([id, synthesise(material, { level, variant: 0 }, 'plain')]);
        expected.push([id, level]);
    }
    const written = { answers: Object.fromEntries(answers), expected: Object.fromEntries(expected) };
    return { id: `set/${name}`, kind: 'set', ...written, base: null, held_out: false };
}

/** What stands in the way of making honest fixtures for a criterion, as sentences; none when all is well. */
export function hindrances(criterion: Criterion): string[] {
    const material = materialOf(criterion);
    const common = material.everyday.map(
        (phrase) =>
            `"${phrase}" of criterion ${criterion.id} is an everyday word: an answer that says nothing says it too. ` +
            'Choose a phrase that only a good answer contains.'
    );
    if (common.length > 0) return common;
    if (whatIsSaid(material, { level: 'strong', variant: 0 }).length >= 2) return [];
    return [
        `Criterion ${criterion.id} has fewer than two different indicators, so partial and strong cannot be told ` +
            'apart. Give it at least two, better four to eight.'
    ];
}
