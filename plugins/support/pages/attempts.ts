// The failed attempts of a job or an email, each with time and reason.
import type { attemptsOf } from '../../../db/jobs/attempts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';

export function attemptList(attempts: Awaited<ReturnType<typeof attemptsOf>>, clock: Clock) {
    if (attempts.length === 0) return undefined;
    return html`<section><h2>Attempts that failed</h2>${table({
        caption: 'Attempts that failed',
        rows: attempts,
        columns: [
            { title: 'Attempt', cell: ({ number }) => number },
            { title: 'When', cell: ({ at }) => moment(at, clock) },
            { title: 'Error', cell: ({ words, code }) => words ?? `It failed (${code}).` },
            { title: 'Code', cell: ({ code }) => html`<code>${code}</code>`, minor: true }
        ]
    })}</section>`;
}
