// The end of a demo shows the verdict to its visitor. A candidate never sees a verdict.
import type { Criterion } from '../../../db/sages/sages.ts';
import type { EvidenceKind, Finding, Verdict } from '../../../db/sages/verdicts.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { html } from '../../surfaces/pages/layout.ts';

interface Result {
    verdict: Verdict;
    criteria: readonly Criterion[];
    base: string;
    outside: Outside;
}

/** The verdict with its evidence, and a note on what advice from software is worth. */
export function resultPage({ verdict, criteria, base, outside }: Result) {
    const { say } = outside;
    const { score, recommendation, findings, evaluator } = verdict;
    const mayAdvise = recommendation !== 'needs_review';
    return publicPage(outside, {
        title: say('result.title'),
        body: html`<h1>${say('result.heading')}</h1>
            <p role="note">
                <strong>${say('demo.title')}</strong> ${say('result.read-by', { reader: evaluator.name })}
            </p>
            ${mayAdvise && score !== null ? advised(outside, score, recommendation) : html`<p>${say('result.what-it-does')}</p>`}
            ${criteria.map(({ id, question }) =>
                found(
                    outside,
                    question,
                    findings.find(({ criterion_id }) => criterion_id === id)
                )
            )}
            <p><a href="${base}?again">${say('result.again')}</a></p>`
    });
}

const advised = ({ say }: Outside, score: number, recommendation: 'advance' | 'reject') =>
    html`<p class="score">
        <strong>${score}</strong> ${say('result.score')} <span class="badge">${say(`result.${recommendation}`)}</span>
    </p>`;

/** Shows quotes and their kind. The indicators stay out of it: a visitor may be a candidate tomorrow. */
function found({ say }: Outside, question: string, finding: Finding | undefined) {
    const passages = passagesOf(finding);
    const isList = finding?.flags.includes('keyword_list');
    return html`<section>
        <h2>${question}</h2>
        ${passages.length === 0 && html`<p>${say(isList ? 'result.keywords' : 'result.nothing')}</p>`}
        ${passages.map(
            ({ quote, kind }) =>
                html`<figure>
                    <blockquote dir="auto">${quote}</blockquote>
                    ${kind && html`<figcaption>${say(`result.${kind}`)}</figcaption>`}
                </figure>`
        )}
    </section>`;
}

/** Each passage once and with one kind. A model without the built-in evaluator gives quotes alone. */
function passagesOf(finding: Finding | undefined): { quote: string; kind?: EvidenceKind }[] {
    if (!finding?.evidence) return (finding?.quotes ?? []).map((quote) => ({ quote }));
    return [...new Map(finding.evidence.map(({ quote, kind }) => [quote, { quote, kind }])).values()];
}

/** The page while the answers of a demo wait for their verdict. */
export function judgingPage(outside: Outside) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('judging.title'),
        body: html`<h1>${say('judging.title')}</h1>
            <p role="status">${say('judging.says')}</p>`
    });
}
