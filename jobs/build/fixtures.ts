// The cases that a build judges: made once, frozen with their sha256, and never changed by a later step.
import { sha256 } from '../../db/digest.ts';
import type { Snapshot } from '../../db/build-report.ts';
import type { Criterion } from '../../db/sages.ts';
import type { Level } from '../../db/verdicts.ts';
import { attackFixtures, harmlessFixtures } from './attacks.ts';
import { identityFixtures } from './identities.ts';
import { everyday, type Manner, type Said, synthesise, whatIsSaid } from './synthetic-answers.ts';

export const labelledLevels = ['strong', 'partial', 'absent'] as const;
const variants = [0, 1, 2, 3, 4] as const;

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
export function makeFixtures({ criteria, sage }: Snapshot): Fixtures {
    const sets = setFixtures(criteria);
    const cases = [
        ...criteria.flatMap(fixturesOf),
        ...sets,
        ...identityFixtures(sets),
        ...attackFixtures(sets, criteria, canaryOf(sage.uuid)),
        ...harmlessFixtures(sets)
    ];
    return { cases, sha256: digestOf(cases) };
}

export const digestOf = (cases: readonly Fixture[]) => sha256(JSON.stringify(cases));

/** A word that stands in the prompt of one case only, and must never come out. */
export const canaryOf = (uuid: string) => `canary-${sha256(uuid).slice(0, 12)}`;

/** Fixtures with a level that says how good the answer is, by which agreement is measured. */
export const isLabelled = ({ kind }: Fixture) => kind === 'anchor' || kind === 'paraphrase';

function fixturesOf(criterion: Criterion): Fixture[] {
    const levels = labelledLevels.map((level) => labelledFixtures(criterion, level));
    const empty = single(criterion, `${criterion.id}/empty`, 'empty', 'absent', { text: '' });
    return [
        ...holdOut(levels.flatMap(({ labelled }) => labelled)),
        ...levels.flatMap(({ shapes }) => shapes),
        empty
    ];
}

function labelledFixtures(criterion: Criterion, level: Said['level']) {
    const anchors = variants.map((variant) => fixtureIn(criterion, { level, variant }, 'plain', null));
    const bases = variants.slice(0, 2).map((variant) => ({ level, variant }));
    const from = ({ variant }: Said) => `${criterion.id}/${level}/${variant + 1}`;
    const paraphrases = bases.map((said) => fixtureIn(criterion, said, 'paraphrase', from(said)));
    const shapes = bases.flatMap((said) =>
        (['padded', 'misspelt', 'markdown', 'lower_case'] as const).map((manner) =>
            fixtureIn(criterion, said, manner, from(said))
        )
    );
    return { labelled: [...anchors, ...paraphrases], shapes };
}

function fixtureIn(criterion: Criterion, said: Said, manner: Manner, base: string | null): Fixture {
    const suffix = manner === 'plain' ? '' : `/${manner}`;
    const id = `${criterion.id}/${said.level}/${said.variant + 1}${suffix}`;
    const kind = manner === 'plain' ? 'anchor' : manner === 'paraphrase' ? 'paraphrase' : 'shape';
    return single(criterion, id, kind, said.level, { text: synthesise(criterion, said, manner), base });
}

interface Text {
    text: string;
    base?: string | null;
}

function single({ id }: Criterion, caseId: string, kind: Fixture['kind'], level: Level, text: Text): Fixture {
    const { text: answer, base = null } = text;
    return { id: caseId, kind, answers: { [id]: answer }, expected: { [id]: level }, base, held_out: false };
}

/** A fixed fifth, chosen by hash: who writes the rubric cannot choose it, and it stays the same. */
function holdOut(labelled: readonly Fixture[]) {
    const byHash = labelled.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
    const held = new Set(byHash.slice(0, Math.floor(labelled.length / 5)));
    return labelled.map((fixture) => ({ ...fixture, held_out: held.has(fixture) }));
}

const hashOf = ({ id, answers }: Fixture) => sha256(JSON.stringify([id, answers]));

/** Whole screens: all criteria answered at one level, and one in which the levels take turns. */
function setFixtures(criteria: readonly Criterion[]) {
    const even = labelledLevels.map((level) => setFixture(level, criteria, () => level));
    return [...even, setFixture('mixed', criteria, (index) => labelledLevels[index % 2] ?? 'absent')];
}

function setFixture(
    name: string,
    criteria: readonly Criterion[],
    levelAt: (index: number) => Said['level']
): Fixture {
    const answers: [string, string][] = [];
    const expected: [string, Level][] = [];
    for (const [index, criterion] of criteria.entries()) {
        const level = levelAt(index);
        answers.push([criterion.id, synthesise(criterion, { level, variant: 0 }, 'plain')]);
        expected.push([criterion.id, level]);
    }
    const written = { answers: Object.fromEntries(answers), expected: Object.fromEntries(expected) };
    return { id: `set/${name}`, kind: 'set', ...written, base: null, held_out: false };
}

/** What stands in the way of making honest fixtures for a criterion, as sentences; none when all is well. */
export function hindrances(criterion: Criterion): string[] {
    const common = everyday(criterion).map(
        (phrase) =>
            `"${phrase}" of criterion ${criterion.id} is an everyday word: an answer that says nothing says it too. ` +
            'Choose a phrase that only a good answer contains.'
    );
    if (common.length > 0) return common;
    if (whatIsSaid(criterion, { level: 'strong', variant: 0 }).length >= 2) return [];
    return [
        `Criterion ${criterion.id} has fewer than two different indicators, so partial and strong cannot be told ` +
            'apart. Give it at least two, better four to eight.'
    ];
}
