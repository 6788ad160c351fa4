// Candidates in a table: a row for each question, a column for each candidate.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { latestOfEach } from '../../../db/judgement/levels.ts';
import type { JudgedSage } from '../../../db/screens/access.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import type { Address } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { formatTotal, pager } from '../../surfaces/pages/parts/pager.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { labelsOf } from '../../../words/states/state.ts';
import { levelWords } from './answers.ts';
import { markedAnswer } from './marks.ts';
import { shownName } from './names.ts';

/** States in which there are answers to compare. */
export const comparedStates = ['waiting', 'advanced', 'rejected', 'hired'] as const;

interface Compared {
    screen: ScreenRow;
    /** By criterion id. */
    answers: ReadonlyMap<string, string>;
    judgement: Judgement;
}

/** A row: one question in the words that one or several releases ask it with. */
export interface Question {
    criterion: Criterion;
    /** The runs of these releases. */
    askedBy: Set<string>;
}

interface CompareView {
    address: Address;
    /** The sages to choose from. */
    known: readonly JudgedSage[];
    /** Undefined while none is chosen. */
    sage?: { id: number; name: string };
    state: (typeof comparedStates)[number];
    questions: readonly Question[];
    candidates: readonly Compared[];
    total: number;
    more?: true;
    page: number;
    perPage: number;
}

export function comparePage(view: CompareView): View {
    const { address, sage, candidates, page, perPage } = view;
    return {
        title: 'Compare candidates',
        crumbs: [{ word: 'Candidates', href: '/screens' }],
        styles: ['screens.css'],
        mark: view.total > 0 && html`<span class="count">${formatTotal(view)}</span>`,
        body: html`${filtersOf(view)}
            ${sage === undefined && emptyState({ says: 'Choose a sage to compare candidates who answered the same questions.' })}
            ${sage && candidates.length === 0 && emptyState({ says: `No candidates for ${sage.name} with the state “${candidateStates[view.state].en.label}”.` })}
            ${candidates.length > 0 && comparison(view)}
            ${pager({ total: view.total, ...(view.more && { more: view.more }), page, per_page: perPage, address, shown: candidates.length })}`
    };
}

function filtersOf({ address, known, sage }: CompareView) {
    const shown = sage ? { ...address, query: { ...address.query, sage_id: String(sage.id) } } : address;
    const states = comparedStates.filter((state) => state !== 'waiting');
    return filters(shown, [
        {
            name: 'sage_id',
            label: 'Sage',
            options: known.slice(0, 300).map(({ id, name }) => [String(id), name] as const),
            all: 'Choose one'
        },
        {
            name: 'state',
            label: 'State',
            options: labelsOf(candidateStates, states),
            all: candidateStates.waiting.en.label
        }
    ]);
}

/** Oldest first like the queue: nothing here puts people in an order. */
function comparison({ questions, candidates }: CompareView): Html {
    const heads = candidates.map(
        ({ screen, judgement }) =>
            html`<th scope="col">${shownName(screen, judgement)}<br />
                <small><a href="/screens/${screen.id}">Open</a></small></th>`
    );
    const rows = questions.map(
        (one) =>
            html`<tr><th scope="row">${one.criterion.question}</th>${candidates.map((of) => html`<td>${cell(of, one)}</td>`)}</tr>`
    );
    return html`<div class="list" tabindex="0" role="region" aria-label="Candidates side by side">
        <table class="compare"><caption>Answers of the candidates by question</caption>
        <thead><tr><th scope="col">Question</th>${heads}</tr></thead>
        <tbody>${rows}<tr><th scope="row">Total</th>${candidates.map(({ judgement }) => html`<td>${overall(judgement)}</td>`)}</tr></tbody>
        </table></div>`;
}

function cell({ screen, answers, judgement }: Compared, { criterion: { id }, askedBy }: Question): Part {
    if (!askedBy.has(screen.releaseRunId ?? '')) return html`<small>Not asked</small>`;
    const answer = answers.get(id) ?? '';
    const finding = judgement.shown
        ? screen.verdict?.findings.find(({ criterion_id }) => criterion_id === id)
        : undefined;
    return html`${levels(judgement, id, finding)} ${quotes(finding)}
        <details><summary>The answer</summary><p class="answer">${answer === '' ? html`<em>No answer.</em>` : markedAnswer(answer, finding)}</p></details>`;
}

/** The latest level of each person, and that of the software where it may be shown. */
function levels({ reviews }: Judgement, id: string, finding: Finding | undefined) {
    const people = latestOfEach(reviews).flatMap(({ by, levels }) => {
        const given = levels.find(({ criterion_id }) => criterion_id === id);
        return given
            ? [html`<li><strong>${levelWords[given.level]}</strong> <small>${by.displayName}</small></li>`]
            : [];
    });
    const software =
        finding && finding.level !== 'unscored'
            ? [html`<li><strong>${levelWords[finding.level]}</strong> <small>the software</small></li>`]
            : [];
    const all = [...people, ...software];
    return all.length === 0 ? html`<p><small>No level yet</small></p>` : html`<ul class="plain">${all}</ul>`;
}

const mostQuotes = 3;

function quotes(finding: Finding | undefined) {
    const { quotes = [], evidence = [] } = finding ?? {};
    const said = evidence.filter(({ kind }) => kind === 'said').map(({ quote }) => quote);
    const some = Array.from(new Set([...quotes, ...said])).slice(0, mostQuotes);
    return some.map((quote) => html`<blockquote>${quote}</blockquote>`);
}

function overall({ reviews, shown }: Judgement): Part {
    const scores = latestOfEach(reviews).flatMap(({ by, score }) =>
        score === null ? [] : [html`<li>${score} of 100 <small>${by.displayName}</small></li>`]
    );
    const none = shown ? 'Not fully reviewed yet.' : 'Hidden until you have given every level.';
    return scores.length === 0 ? html`<small>${none}</small>` : html`<ul class="plain">${scores}</ul>`;
}
