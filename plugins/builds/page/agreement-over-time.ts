// The agreement of a release's evaluator with people, by measurement.
import { leastKappa, two } from '../../../db/judgement/licence/rules.ts';
import { dayIn } from '../../surfaces/pages/dates.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import type { ReportCard } from '../report-card.ts';

export function agreementOverTime({ nights }: ReportCard, timeZone: string) {
    if (nights.length === 0) return undefined;
    const columns: Column<ReportCard['nights'][number]>[] = [
        { title: 'Measured', cell: ({ at }) => dayIn(timeZone, new Date(at)) },
        { title: 'Model', cell: ({ model }) => model ?? '–' },
        { title: 'Answers', cell: ({ n }) => n, number: true },
        {
            title: 'Weighted kappa (interval)',
            cell: (one) => `${two(one.kappa)} (${two(one.kappa_low)} to ${two(one.kappa_high)})`,
            number: true
        },
        { title: 'Recommendations', cell: ({ licensed }) => (licensed ? 'On' : 'Off') }
    ];
    return html`<section><h2>Evaluator agreement over time</h2>
        <p>The weighted kappa of each measurement on labelled answers, newest first. Required: ${two(leastKappa)}.</p>
        ${table({ caption: 'Measurements', columns, rows: nights })}</section>`;
}
