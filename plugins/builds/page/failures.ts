// What failed in a check, with the answers that failed, what to do, and the next button.
import type { CaseFailure } from '../../../db/builds/reports.ts';
import { type Failure, failuresInWords, plain } from '../../shared/failures.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import type { ReportCard } from '../report-card.ts';

/** The failures of a run: those that stop it first, each with its answers. */
const failuresOf = ({ sage_id, steps, cases }: ReportCard, criteria: SageRow['criteria']) =>
    failuresInWords(
        { id: sage_id, criteria },
        steps.flatMap(({ gates }) => gates),
        [...steps.flatMap(({ failures }) => failures), ...cases.missed]
    );

/** What stopped the check. Its first link is the one filled button of the page. */
export function failuresSection(card: ReportCard, criteria: SageRow['criteria']) {
    const stopping = failuresOf(card, criteria).filter(({ blocks }) => blocks);
    if (stopping.length === 0) return undefined;
    return html`<section id="missed"><h2>What failed</h2>${stopping.map((one, place) => failureItem(one, place === 0))}</section>`;
}

/** One failure in words. */
function failureItem(failure: Failure, isNext = false): Html {
    const { title, means, act, button, href, answers, blocks } = failure;
    return html`<article class="promise ${blocks ? 'bad' : 'wait'}"><h3>${title}</h3>
        <p>${means} ${act}</p>
        ${answersPart(answers, blocks)}
        ${href && html`<p><a href="${href}" ${isNext && { html: 'role="button"' }}>${button}</a></p>`}</article>`;
}

/** The other answers are in the evidence. */
function answersPart([first, ...others]: Failure['answers'], isOpen: boolean) {
    if (!first) return undefined;
    const more = others.length > 0 && `, and ${pluralize(others.length, 'other')}`;
    return html`<details class="fold" ${isOpen && { html: 'open' }}><summary>The answer that failed${more}</summary>${answerPart(first)}</details>`;
}

/** What an answer says, what was expected of it, and what it got. */
const answerPart = ({ answer, expected, came }: CaseFailure) =>
    html`<blockquote>${answer === '' ? '(an empty answer)' : answer}</blockquote>
        <dl><dt>Expected</dt><dd>${plain(expected)}</dd><dt>Got</dt><dd>${plain(came)}</dd></dl>`;
