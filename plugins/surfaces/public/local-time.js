// @ts-check
// Shows each moment of a page in the time of this device, and proposes its zone. Without it they are in that of the organisation,
// with its name.
import { language } from './forms.js';

const format = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeStyle: 'short' });
for (const moment of document.querySelectorAll('time[datetime]'))
    moment.textContent = format.format(new Date(/** @type {HTMLTimeElement} */ (moment).dateTime));

for (const zones of document.querySelectorAll('[data-zone] select')) {
    const { timeZone } = format.resolvedOptions();
    const list = /** @type {HTMLSelectElement} */ (zones);
    list.value = timeZone;
    if (list.value !== timeZone) list.add(new Option(timeZone, timeZone, true, true));
}
