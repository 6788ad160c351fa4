// The present values of a sage, to compare with older input of the editor.
import { Refusal } from '../../db/store/refusal.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { findTemplate, type ResultsRow } from '../../db/sages/template-versions.ts';
import type { Reader } from '../../db/store/index.ts';
import { changesOfForm, markOf, plainCriteria } from './form.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

/** The texts of a results template, in the order in which its form sends them. */
export const textsOf = (row: ResultsRow | undefined) => ({
    name: row?.name ?? '',
    intro: row?.intro ?? '',
    directions: row?.directions ?? '',
    output_format: row?.outputFormat ?? '',
    recommendation: row?.recommendation ?? ''
});

export type Values = Awaited<ReturnType<typeof valuesOf>>;
export type ValueName = keyof Values;

/** As the body of PATCH /sages/{id} has them. */
export async function valuesOf(on: Reader, sage: SageRow) {
    const { name, evaluatorRole: evaluator_role, evaluator, threshold, language } = sage;
    return {
        name,
        evaluator_role,
        evaluator,
        threshold,
        language,
        hides_findings: sage.hidesFindings,
        confirmed_words: sage.confirmedWords.map(({ word, reason }) => ({ word, reason })),
        reviewers: sage.reviewers.toSorted((a, b) => a - b),
        criteria: plainCriteria(sage.criteria),
        context_ids: sage.contextIds,
        results: textsOf(await findTemplate(on, sage.resultsId ?? ''))
    };
}

/** The fields that a form changes and that are not so already. */
export function changedBy(form: Form, values: Values): ValueName[] {
    const changes = Object.entries(changesOfForm(form)) as [ValueName, unknown][];
    return changes.filter(([name, value]) => markOf(value) !== markOf(values[name])).map(([name]) => name);
}

/** The fields that another user has changed since the form was shown. */
export const conflictsOf = (form: Form, values: Values) =>
    changedBy(form, values).filter((name) => {
        const was = form[`was_${name}`];
        return was !== undefined && was !== markOf(values[name]);
    });

const words: Partial<Record<ValueName, string>> = {
    evaluator_role: 'role',
    criteria: 'questions',
    context_ids: 'contexts',
    confirmed_words: 'confirmed words',
    results: 'results template'
};

const list = new Intl.ListFormat('en');

/** The names of these fields as the pages have them: `criteria`, `name and role`. */
export const inWords = (names: readonly ValueName[]) => list.format(names.map((name) => words[name] ?? name));

/**
 * Refuses: wrong_state where another user saved a different value since the form was shown, unless its sender has seen that one
 * too.
 */
export function assertAsShown(form: Form, values: Values) {
    const [field, ...more] = form['over'] === '1' ? [] : conflictsOf(form, values);
    if (field === undefined) return;
    const what = inWords([field, ...more]);
    throw new Refusal(
        'wrong_state',
        `Someone else changed the ${what} of this sage. Reload to see the new version.`,
        {
            field
        }
    );
}
