// @ts-check
// Shows each moment of a page in the time of this device. Without it they are in that of the organisation, with its name.
import { language } from './forms.js';

const format = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeStyle: 'short' });
for (const moment of document.querySelectorAll('time[datetime]'))
    moment.textContent = format.format(new Date(/** @type {HTMLTimeElement} */ (moment).dateTime));
