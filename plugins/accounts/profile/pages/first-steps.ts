// The user's progress with the tour and the first steps, and the button to restart them.
import { tick } from '../../../surfaces/pages/form-controls.ts';
import { html } from '../../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../../surfaces/pages/parts/moment.ts';
import { pluralize } from '../../../surfaces/pages/parts/count.ts';
import { tourStart } from '../../../surfaces/pages/console/tour.ts';
import type { Form } from './forms.ts';

export function firstStepsForm({ user, start }: Form, clock: Clock) {
    const { tourDoneAt, checklist } = user;
    return html`<dl class="facts">
            <dt>Tour</dt><dd>${tourDoneAt === null ? html`not taken yet. <a href="${tourStart}">Take the tour</a>` : html`finished ${moment(tourDoneAt, clock)}`}</dd>
            <dt>First steps</dt><dd>${checklist.length === 0 ? 'none done' : `${pluralize(checklist.length, 'step')} ticked off`}</dd></dl>
        ${start}
            <fieldset><legend>Reset</legend>
                ${tick({ name: 'reset_tour', label: 'The tour (offered again on the Start page)', on: true })}
                ${tick({ name: 'reset_checklist', label: 'First steps (all set to not done)', on: true })}</fieldset>
            <button type="submit">Reset</button>
        </form>`;
}
