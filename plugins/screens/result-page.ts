// The end of a demonstration shows the verdict to its visitor. A candidate never sees a verdict.
import type { Criterion } from '../../db/sages/sages.ts';
import type { EvidenceKind, Finding, Verdict } from '../../db/sages/verdicts.ts';
import { html, page } from '../surfaces/pages/layout.ts';

interface Result {
    verdict: Verdict;
    criteria: readonly Criterion[];
    base: string;
}

/** The verdict with its evidence, and a note on what advice from software is worth. */
export function resultPage({ verdict, criteria, base }: Result) {
    const { score, recommendation, findings, evaluator } = verdict;
    const mayAdvise = recommendation !== 'needs_review';
    return page({
        outside: true,
        title: 'The result',
        body: html`<h1>The result of this demonstration</h1>
            <p role="note">
                <strong>This is a demonstration.</strong> It was read by ${evaluator.name}. With a real candidate a
                person decides.
            </p>
            ${mayAdvise && score !== null ? advised(score, recommendation) : html`<p>${whatItDoes}</p>`}
            ${criteria.map(({ id, question }) =>
                found(
                    question,
                    findings.find(({ criterion_id }) => criterion_id === id)
                )
            )}
            <p><a href="${base}?again">Try it again with other answers</a></p>`
    });
}

const whatItDoes =
    'Sage Council does not grade by itself. It finds what the author asked for, quotes it word for word, flags odd ' +
    'text, and hands every answer to a person. The same answer always gives the same findings.';

const advised = (score: number, recommendation: 'advance' | 'reject') =>
    html`<p class="score">
        <strong>${score}</strong> of 100 <span class="badge">${advice[recommendation]}</span>
    </p>`;

const advice = { advance: 'Go on with this candidate', reject: 'Do not go on' };

const kinds = {
    said: 'You say this of yourself',
    denied: 'You say that you do not do this',
    asked: 'You ask about this',
    supposed: 'You would do this',
    by_others: 'Somebody else did this',
    quoted: 'You quote this'
} as const satisfies Record<EvidenceKind, string>;

/** Shows quotes and their kind. The indicators stay out of it: a visitor may be a candidate tomorrow. */
function found(question: string, finding: Finding | undefined) {
    const passages = passagesOf(finding);
    return html`<section>
        <h2>${question}</h2>
        ${passages.length === 0 ? html`<p>${nothingFound(finding)}</p>` : ''}
        ${passages.map(
            ({ quote, kind }) =>
                html`<figure>
                    <blockquote>${quote}</blockquote>
                    ${kind ? html`<figcaption>${kinds[kind]}</figcaption>` : ''}
                </figure>`
        )}
    </section>`;
}

function nothingFound(finding: Finding | undefined) {
    if (finding?.flags.includes('keyword_list'))
        return 'This answer reads like a list of key words, so nothing of it is quoted. Tell it in whole sentences.';
    return 'Nothing that was asked for was found in this answer.';
}

/** Each passage once and with one kind. A model without the reader beside it gives quotes alone. */
function passagesOf(finding: Finding | undefined): { quote: string; kind?: EvidenceKind }[] {
    if (!finding?.evidence) return (finding?.quotes ?? []).map((quote) => ({ quote }));
    return [...new Map(finding.evidence.map(({ quote, kind }) => [quote, { quote, kind }])).values()];
}

/** The page while the answers of a demonstration wait for their verdict. */
export function judgingPage() {
    return page({
        outside: true,
        title: 'Your answers are being read',
        body: html`<h1>Your answers are being read</h1>
            <p role="status">
                This takes a few seconds. The page reloads automatically; if it does not, load it again in a
                moment.
            </p>`
    });
}
