// The list of answers that wait for a person.
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { type Html, html, page, wayIn } from '../../surfaces/pages/layout.ts';

interface List {
    screens: readonly (ScreenRow & { position: string })[];
    total: number | string;
    pageNumber: number;
    isLast: boolean;
    timeZone: string;
}

export function listPage({ screens, total, pageNumber, isLast, timeZone }: List) {
    return page({
        title: 'Answers that wait for a person',
        corner: wayIn(true),
        body: html`<h1>Answers that wait for a person</h1>
            <p>${total === 0 ? 'None waits for a decision now.' : `${total} in all. The one that has waited longest comes first.`}</p>
            <ul class="rows">${screens.map((screen) => row(screen, timeZone))}</ul>
            ${turning(pageNumber, isLast)}`
    });
}

function row({ id, candidateName, position, submittedAt }: List['screens'][number], timeZone: string): Html {
    return html`<li><p><a href="/screens/${id}"><strong>${candidateName}</strong></a><br />
        ${position}${submittedAt !== null && html`<br /><small>handed in on ${dateIn(timeZone, submittedAt)}</small>`}</p></li>`;
}

function turning(pageNumber: number, isLast: boolean) {
    if (pageNumber === 1 && isLast) return undefined;
    return html`<nav aria-label="Pages"><ul>
        ${pageNumber > 1 && html`<li><a href="/screens?page=${pageNumber - 1}">Those before</a></li>`}
        ${!isLast && html`<li><a href="/screens?page=${pageNumber + 1}">Those after</a></li>`}</ul></nav>`;
}
