// The question that overrides a level, with the reason.
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialog } from '../../surfaces/pages/parts/dialog.ts';
import { levelWords } from './answers.ts';

interface Overriding {
    criterion: Criterion;
    place: number;
    /** The present level. */
    level: Level;
}

const levels = ['strong', 'partial', 'absent'] as const;

export function overriding(visit: PageContext, { id }: ScreenRow, { criterion, place, level }: Overriding) {
    const name = `override-${place}`;
    const others = levels.filter((one) => one !== level);
    const { typed = {} } = visit.flash ?? {};
    const kept = typed['criterion_id'] === criterion.id ? typed : {}; // of a refused form
    const choices = others.map(
        (one) => html`<label for="${name}-${one}">
            <input id="${name}-${one}" name="level" type="radio" value="${one}" required ${one === kept['level'] && { html: 'checked' }} />
            <strong>${levelWords[one]}</strong>: ${criterion.levels[one]}</label>`
    );
    return dialog(visit, {
        id: name,
        title: `Override “${levelWords[level]}”?`,
        says: html`<p>${criterion.question}</p><p>Your level is saved with your name next to the earlier one. With its reason, it is also used to calibrate this sage.</p>`,
        fields: html`<fieldset><legend>Your level</legend>${choices}</fieldset>
            <label for="${name}-reason">Why</label>
            <textarea id="${name}-reason" name="reason" rows="3" maxlength="2000" required aria-describedby="${name}-note">
${kept['reason'] ?? ''}</textarea>
            <small id="${name}-note">Required: what in the answer supports it?</small>`,
        to: { rest: `/screens/${id}/override` },
        hidden: { criterion_id: criterion.id },
        button: 'Override level'
    });
}
