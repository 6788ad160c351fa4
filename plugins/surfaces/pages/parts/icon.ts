// Small pictures, each beside a word that says the same or in a link that has a name.
import { html } from '../layout.ts';

/** Lines on a ground of 16 by 16. */
const pictures = {
    Start: 'M2.5 7 8 2.5 13.5 7v6.5h-11z',
    Candidates:
        'M8.5 5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M1.5 13.5c0-5 9-5 9 0M11 3a2.5 2.5 0 0 1 0 4.6M12.5 9.6c1.5.6 2.2 2 2.2 3.9',
    Sages: 'M2.5 2.5h11v11h-11zM5.5 6h5M5.5 8.5h5M5.5 11h3',
    Deals: 'M2 5h12v8.5H2zM5.5 5V2.5h5V5M2 9h12',
    Commissions: 'M2.5 13.5V9M6.2 13.5v-7M9.8 13.5V8M13.5 13.5v-11',
    Intake: 'M2 9v4.5h12V9l-2-6.5H4zM2 9h4l1 2h2l1-2h4',
    Jobs: 'M13.5 8A5.5 5.5 0 1 1 8 2.5M8 4.5V8l2.5 1.5M11 2.5h2.5V5',
    Audit: 'M3 3.5h10M3 8h10M3 12.5h6',
    People: 'M10.5 5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M3 13.5c0-5.5 10-5.5 10 0',
    Settings: 'M2 4.5h6M12 4.5h2M10 2.5v4M2 11.5h2M8 11.5h6M6 9.5v4',
    menu: 'M2 4h12M2 8h12M2 12h12',
    close: 'm3.5 3.5 9 9m0-9-9 9',
    plus: 'M8 3v10M3 8h10',
    more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
    flag: 'M3.5 14V2.5h9l-2 3 2 3h-9',
    check: 'm3 8.5 3.5 3.5L13 5',
    warning: 'M8 3v6.5M8 12.5h.01',
    dash: 'M4 8h8'
};

export const icon = (name: keyof typeof pictures) =>
    html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="${pictures[name]}" /></svg>`;
