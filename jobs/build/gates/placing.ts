// Which edit is tried on which answer.
import type { Snapshot } from '../../../db/builds/reports.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { indicatorWordIn } from '../../../db/sages/words.ts';
import { casesOf, type Counting } from '../fixtures/cases.ts';
import { type About, type Edit, edited, type EditKind, editsIn, levelsOf } from '../fixtures/edits.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { canaryOf } from '../fixtures/fixtures.ts';
import type { Base } from '../steps/step.ts';
import type { Planned } from './plan.ts';

/** An answer with an edit, and what it is compared with. */
export interface Tested {
    edit: Edit;
    base: Base;
    variant: Fixture;
}

/** Puts edits on bases: each on one of its level, as near to the planned criterion as there is one, and never on the same one twice. */
export function placingOn({ snapshot, frozen }: Counting, kind: EditKind, bases: readonly Base[]) {
    const { criteria, sage } = snapshot;
    const cases = casesOf(frozen);
    const abouts = aboutsOf(snapshot, cases);
    const edits = editsIn(sage.language ?? 'en')[kind];
    const known = bases.flatMap((base) => {
        const fixture = cases.find(({ id }) => id === base.id);
        const at = abouts.findIndex(({ criterion: { id } }) => Object.hasOwn(fixture?.answers ?? {}, id));
        const about = abouts[at];
        return fixture && about ? [{ base, fixture, at, about }] : [];
    });
    const used = new Set<string>();
    const instead: readonly Grade[] = hasFullSet(criteria) ? [] : [...levelsOf[kind], 'partial'];
    const levelsFor = ({ row, level }: Planned) => [edits[row]?.level ?? level, ...instead];

    function onOne(edit: Edit, wanted: readonly Grade[], { near, turn }: { near: number; turn: number }) {
        const distance = ({ at, fixture }: (typeof known)[number]) =>
            2 * ((at - near + criteria.length) % criteria.length) +
            (fixture.id.endsWith(`/${turn + 1}`) ? 0 : 1);
        const nearest = known.toSorted((a, b) => distance(a) - distance(b));
        for (const level of wanted) {
            for (const { base, fixture, about } of nearest.filter((one) => one.base.level === level)) {
                const variant = edited(fixture, edit, about);
                if (!variant || used.has(variant.id)) continue;
                used.add(variant.id);
                return [{ edit, base, variant }];
            }
        }
        return [];
    }
    return {
        hasBase: (planned: Planned) => known.some(({ base }) => levelsFor(planned).includes(base.level)),
        place(planned: Planned): Tested[] {
            const { row, criterion } = planned;
            const edit = edits[row];
            return edit ? onOne(edit, levelsFor(planned), { near: criterion, turn: 0 }) : [];
        },
        /** On so many other answers, of the same level where there are any. */
        moreOf: ({ edit, base }: Tested, count: number): Tested[] =>
            Array.from({ length: count }, (_, turn) =>
                onOne(edit, [base.level, ...(edit.level ? [] : levelsOf[kind])], {
                    near: turn,
                    turn: turn % 2
                })
            ).flat()
    };
}

/** What edits need to know of each criterion. */
function aboutsOf({ criteria, sage }: Snapshot, cases: readonly Fixture[]): About[] {
    const canary = canaryOf(sage.uuid);
    return criteria.map((criterion, place) => {
        const { indicators, negative_indicators: against } = criterion;
        const other = criteria[(place + 1) % criteria.length]?.id ?? '';
        const strong = cases.find(({ id }) => id === `${other}/strong/1`);
        return {
            criterion,
            canary,
            elsewhere: other === criterion.id ? '' : (strong?.answers[other] ?? ''),
            examples: cases.filter(
                ({ kind, answers }) => kind === 'levelled' && Object.hasOwn(answers, criterion.id)
            ),
            isSilent: (sentence) => indicatorWordIn(sentence, [...indicators, ...against]) === undefined
        };
    });
}

/** A case that was created from an answer during evaluation: its id is the answer's, and that of the edit. */
export function editedCase(snapshot: Snapshot, cases: readonly Fixture[], caseId: string) {
    const cut = caseId.lastIndexOf('/');
    const base = cases.find(({ id }) => id === caseId.slice(0, cut));
    const about = aboutsOf(snapshot, cases).find(({ criterion: { id } }) =>
        Object.hasOwn(base?.answers ?? {}, id)
    );
    const edit = Object.values(editsIn(snapshot.sage.language ?? 'en'))
        .flat()
        .find(({ id }) => id === caseId.slice(cut + 1));
    return base && about && edit && edited(base, edit, about);
}
