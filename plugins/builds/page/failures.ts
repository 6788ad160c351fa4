// What failed in a check, with the answers that failed, what to do, and the next button.
import type { CaseFailure } from '../../../db/builds/reports.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Failure, failuresInWords, plain } from '../../shared/failures.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import type { ReportCard } from '../report-card.ts';
import { toneIcon } from './run-badge.ts';

/** The failures of a run in words, each with its answers. */
export const failuresOf = ({ sage_id, steps }: ReportCard, criteria: readonly Criterion[]) =>
    failuresInWords(
        { id: sage_id, criteria },
        steps.flatMap(({ gates }) => gates),
        steps.flatMap(({ failures }) => failures)
    );

/** What stopped the check. `isNext`: the first link is the one filled button of the page. */
export function stoppingSection(failures: readonly Failure[], isNext: boolean) {
    const stopping = failures.filter(({ blocks }) => blocks);
    if (stopping.length === 0) return undefined;
    return html`<section id="missed"><h2>What failed</h2>${stopping.map((one, place) => failureItem(one, isNext && place === 0))}</section>`;
}

/** What did not stop it. */
export function warningsFold(failures: readonly Failure[]) {
    const warnings = failures.filter(({ blocks }) => !blocks);
    if (warnings.length === 0) return undefined;
    return html`<details class="fold"><summary>Worth a look <small>${pluralize(warnings.length, 'remark')} that did not stop the check</small></summary>
        ${warnings.map((one) => failureItem(one))}</details>`;
}

function failureItem(failure: Failure, isNext = false): Html {
    const { title, means, act, button, href, answers, blocks } = failure;
    const tone = blocks ? 'bad' : 'wait';
    return html`<article class="promise ${tone}">${toneIcon(tone)}<h3>${title}</h3>
        <div><p>${means} ${act}</p>
        ${answersPart(answers, blocks)}
        ${href && html`<a href="${href}" ${isNext && { html: 'role="button"' }}>${button}</a>`}</div></article>`;
}

/** The other answers are in the evidence. */
function answersPart([first, ...others]: Failure['answers'], isOpen: boolean) {
    if (!first) return undefined;
    const more = others.length > 0 && `, and ${pluralize(others.length, 'other')}`;
    return html`<details class="fold" ${isOpen && { html: 'open' }}><summary>The answer that failed${more}</summary>${answerPart(first)}</details>`;
}

/** What an answer says, what was expected of it, and what it got. */
const answerPart = ({ answer, expected, came }: CaseFailure) =>
    html`<blockquote dir="auto">${answer === '' ? '(an empty answer)' : answer}</blockquote>
        <dl><dt>Expected</dt><dd>${plain(expected)}</dd><dt>Got</dt><dd>${plain(came)}</dd></dl>`;
