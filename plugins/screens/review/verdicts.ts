// Verdicts side by side: the findings of the software, and the levels of each person, with the earlier ones.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { latestOfEach, type Review } from '../../../db/judgement/levels.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Level, Verdict } from '../../../db/sages/verdicts.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { levelWords } from './answers.ts';

const advice = {
    advance: 'suggests: advance',
    reject: 'suggests: reject',
    needs_review: 'no suggestion'
};

interface Verdicts {
    criteria: readonly Criterion[];
    judgement: Judgement;
    /** The software's, where it may be shown. */
    verdict: Verdict | undefined;
    clock: Clock;
}

/** A line of the table: a question, or the total. */
type Row = Criterion | 'all';

/** Others' levels, only for users who have reviewed the screen. */
export function verdictTable({ criteria, judgement: { reviews }, verdict, clock }: Verdicts) {
    if (reviews.length === 0) return undefined;
    const software = verdict?.findings.some(({ level }) => level !== 'unscored')
        ? [softwareColumn(verdict)]
        : [];
    const columns: Column<Row>[] = [
        {
            title: 'Question',
            cell: (row) => (row === 'all' ? html`<strong>Total</strong>` : row.question)
        },
        ...software,
        ...reviews.map((review) => ({
            title: review.by.displayName,
            cell: (row: Row) => (row === 'all' ? summary(review, clock) : levelIn(review, row.id))
        }))
    ];
    return html`<details class="fold came"><summary>Reviewer levels</summary>
        ${table({ caption: 'Levels by question, oldest first', columns, rows: [...criteria, 'all'] })}</details>`;
}

/** The questions whose answers two reviewers gave different levels, by the latest of each. */
export function disagreements(criteria: readonly Criterion[], { reviews }: Judgement) {
    const latest = latestOfEach(reviews);
    return criteria.map(({ id, question }) => {
        const given = latest.flatMap(({ by, levels }) => {
            const level = levels.find(({ criterion_id }) => criterion_id === id)?.level;
            return level ? [{ name: by.displayName, level }] : [];
        });
        if (new Set(given.map(({ level }) => level)).size < 2) return undefined;
        const who = given.map(({ name, level }) => `${name} gave ${levelWords[level]}`).join(', ');
        const title = `${given.length === 2 ? 'Two reviewers' : 'Reviewers'} disagree on “${question}”`;
        return html`<div class="note wait"><p><b>${title}</b> ${who}.</p></div>`;
    });
}

const softwareColumn = ({ findings }: Verdict): Column<Row> => ({
    title: 'The software',
    cell: (row) => row !== 'all' && word(findings.find(({ criterion_id }) => criterion_id === row.id)?.level)
});

function levelIn({ levels }: Review, id: string): Part {
    const given = levels.find(({ criterion_id }) => criterion_id === id);
    return given && given.reason !== ''
        ? html`${word(given.level)}<br /><small>${given.reason}</small>`
        : word(given?.level);
}

const word = (level: Level | undefined) => (level === undefined ? '–' : levelWords[level]);

const summary = ({ at, blind, score, recommendation }: Review, clock: Clock) =>
    html`${score === null ? 'Some levels are missing' : html`<strong>${score} of 100</strong> (${advice[recommendation]})`}<br />
        <small>${moment(at, clock)}${blind && ', before seeing the findings'}</small>`;
