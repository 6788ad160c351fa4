// The end of a demonstration shows the verdict to its visitor. A candidate never sees a verdict.
import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding, Verdict } from '../../db/sages/verdicts.ts';
import { html, page } from '../surfaces/pages/layout.ts';

interface Result {
    verdict: Verdict;
    criteria: readonly Criterion[];
    base: string;
}

/** The verdict with its evidence, and a note on what advice from software is worth. */
export function resultPage({ verdict, criteria, base }: Result) {
    const { score, recommendation, findings, evaluator } = verdict;
    return page({
        outside: true,
        title: 'The result',
        body: html`<h1>The result of this demonstration</h1>
            <p role="note">
                <strong>This is a demonstration.</strong> It was judged by ${evaluator.name}. With a real candidate
                this is advice, and a person decides.
            </p>
            <p class="score">
                ${score === null ? 'No score' : html`<strong>${score}</strong> of 100`}
                <span class="badge">${advice[recommendation]}</span>
            </p>
            ${criteria.map(({ id, question }) =>
                found(
                    question,
                    findings.find(({ criterion_id }) => criterion_id === id)
                )
            )}
            <p><a href="${base}?again">Try it again with other answers</a></p>`
    });
}

const advice = {
    advance: 'Go on with this candidate',
    reject: 'Do not go on',
    needs_review: 'A person has to look'
};

const levels = {
    strong: 'Strong',
    partial: 'In part',
    absent: 'Not shown',
    unscored: 'A person has to look'
};

/** Shows level and quotes only. The reason would name the indicators, and a visitor may be a candidate tomorrow. */
function found(question: string, finding: Finding | undefined) {
    return html`<section>
        <h2>${question}</h2>
        <p><span class="badge">${levels[finding?.level ?? 'unscored']}</span></p>
        ${(finding?.quotes ?? []).map((quote) => html`<blockquote>${quote}</blockquote>`)}
    </section>`;
}

/** The page while the answers of a demonstration wait for their verdict. */
export function judgingPage() {
    return page({
        outside: true,
        title: 'Your answers are being judged',
        body: html`<h1>Your answers are being judged</h1>
            <p role="status">
                This takes a few seconds. The page reloads automatically; if it does not, load it again in a
                moment.
            </p>`
    });
}
