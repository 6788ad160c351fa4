// The page of a report card for people who hire: one sentence, what was tried, what failed. Figures are in a fold below.
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';
import { evidenceFold } from './evidence.ts';
import { failuresOf, stoppingSection, warningsFold } from './failures.ts';
import { promisesSection } from './promises.ts';
import { agrees, type CardView, verdictPart } from './verdict.ts';

/** While the check runs, the card fetches itself again; the fold does not, so that it stays open. */
export function cardPage(view: CardView): View {
    const { card, sage } = view;
    const path = `/sages/${card.sage_id}/builds/${card.run_id}`;
    const failures = failuresOf(card, sage.criteria);
    const body = html`${verdictPart(view, failures)} ${confirmedNote(view)} ${unreadNote(card)}
        ${stoppingSection(failures)} ${promisesSection(card)} ${warningsFold(failures)} ${card.state === 'completed' && limitNote(view)}`;
    const part = live({ id: 'card', path, isRunning: card.state === 'running', every: 5, body });
    return {
        title: `Report card: ${sage.name}`,
        styles: ['sages.css'],
        crumbs: [
            { word: 'Sages', href: '/sages' },
            { word: sage.name, href: `/sages/${card.sage_id}` },
            { word: 'Checks', href: `/sages/${card.sage_id}/build` }
        ],
        narrow: true,
        body: html`${part.html} ${evidenceFold(view)}`,
        live: [part]
    };
}

/** Which words may name a protected attribute, why they are used, and who confirmed it. */
function confirmedNote({ confirmedWords }: CardView) {
    if (confirmedWords.length === 0) return undefined;
    return html`<section class="note wait"><div><b>These words could disadvantage people.</b> A person confirmed that the job needs
        them, and is responsible for that:
        <dl>${confirmedWords.map(({ word, reason, by }) => html`<dt>${word}</dt><dd>${reason} <small>(${by ?? 'a user who was removed'})</small></dd>`)}</dl></div></section>`;
}

/** A sage in a language that the built-in evaluator does not read. */
function unreadNote({ steps }: ReportCard) {
    const found = steps.flatMap(({ gates }) => gates).find(({ id }) => id === 'shu.found');
    return found?.applies === false && html`<p class="note wait">${found.measured}</p>`;
}

const limitNote = ({ figures }: CardView) =>
    html`<section class="note"><div><b>What this does not say.</b> It shows that the program does what you wrote, not that your questions
        are right for the job. ${agrees(figures)} It can miss what is said in other words, so always read the whole answer.</div></section>`;
