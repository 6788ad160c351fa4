// The test answers of a criterion, as a part of its card that is open where a model is tested with them.
import type { Criterion } from '../../../db/sages/sages.ts';
import type { TestAnswer } from '../../../db/sages/test-answers.ts';
import { area, field, hidden, select, tick } from '../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { isOfKind, isOpen, kinds, rowsField } from '../test-answers.ts';

/** `card`: the name of the card, the prefix of its fields. `isNeeded`: the evaluator gives levels. */
export function testAnswers(criterion: Criterion, card: string, isNeeded: boolean): Html {
    const { test_answers: answers = [], negative_indicators: against } = criterion;
    const blank = kinds.flatMap((kind) => {
        const needs = kind.kind === 'disqualifier' && against.length === 0 ? 0 : kind.needs;
        const count = Math.max(0, needs - answers.filter(isOfKind(kind)).length);
        return Array.from({ length: count }, (): TestAnswer => ({ ...kind, text: '', reason: '' }));
    });
    const rows = [...answers, ...blank];
    const shown = kinds.flatMap((kind) =>
        rows
            .filter(isOfKind(kind))
            .map((one, at) =>
                row(one, { name: `${card}_a${rows.indexOf(one)}`, label: labelOf(one, at + 1) })
            )
    );
    return html`<details class="test-answers" ${isNeeded && { html: 'open' }}><summary>Test answers${answers.length > 0 && ` (${answers.length})`}</summary>
        <p>Write short answers that a candidate might give, each with 20 to 80 words and its own example. ${isNeeded ? 'They test whether a model gives the levels that you gave.' : 'Optional, because Evidence gives no levels. One strong and one absent answer are enough.'}</p>
        ${hidden({ [`${card}_answers`]: rowsField(rows) })} ${shown}</details>`;
}

const titles = {
    plain: { absent: 'Absent', partial: 'Partial', strong: 'Strong' },
    twin: 'Strong, without any word of the indicators',
    disqualifier: 'Good and disqualifying content together'
} as const;

const labelOf = ({ kind, level }: TestAnswer, at: number) =>
    kind === 'plain' ? `${titles.plain[level]}, answer ${at}` : titles[kind];

function row(one: TestAnswer, { name, label }: Record<'name' | 'label', string>) {
    const { level, kind, text, reason } = one;
    return html`<div class="test-answer">${area({ name: `${name}_text`, label, value: text, maxlength: 2000, rows: 3 })}
        ${kind === 'disqualifier' && select({ name: `${name}_level`, label: 'Its level', options: { absent: 'Absent', partial: 'Partial' }, value: level })}
        ${field({ name: `${name}_reason`, label: 'Why it has this level', value: reason, maxlength: 500, optional: true, autocomplete: 'off' })}
        ${isOpen(one) && tick({ name: `${name}_approved`, label: 'I have read this draft, and I approve its level', on: false })}</div>`;
}
