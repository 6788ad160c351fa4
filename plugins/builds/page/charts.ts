// The agreement of an evaluator with people as an SVG: it shows without scripts, prints, and has a text next to it.
import type { Figures } from '../../../db/judgement/licence/rules.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';

const width = 360;
const row = 26;
const left = 130;
const right = 78; // `1234 of 1234`
const room = width - left - right;

interface Bar {
    label: string;
    /** Parts of 1, from left to right, each with the class of its look. */
    parts: readonly { share: number; look: string; word: string }[];
    words: string;
}

/** Horizontal bars, each with its label before it and its figures behind it. */
function chart(id: string, title: string, bars: readonly Bar[]): Html {
    const height = bars.length * row + 4;
    return html`<svg class="chart bars-chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-words">
        <title id="${id}-title">${title}</title>
        <desc id="${id}-words">${bars.map(({ label, words }) => `${label}: ${words}. `)}</desc>
        ${bars.map((bar, place) => barAt(bar, place * row))}</svg>`;
}

function barAt({ label, parts, words }: Bar, y: number) {
    let x = left;
    const shapes = parts.map(({ share, look, word }) => {
        const length = Math.round(share * room * 10) / 10;
        const at = x;
        x += length;
        return html`<rect class="${look}" x="${at}" y="${y + 5}" width="${length}" height="16" />
            ${look === 'same' && word !== '' && length > 45 && html`<text class="inside" x="${at + length / 2}" y="${y + 17}" text-anchor="middle">${word}</text>`}`;
    });
    return html`<text x="${left - 8}" y="${y + 17}" text-anchor="end">${label}</text>
        <rect class="frame" x="${left}" y="${y + 5}" width="${room}" height="16" />${shapes}
        <text x="${width - right + 8}" y="${y + 17}">${words}</text>`;
}

const grades = ['absent', 'partial', 'strong'] as const;

/** Of the answers with each level of people: the levels of the evaluator. */
export function agreementSection(figures: Figures | null) {
    if (figures === null || figures.n === 0) return undefined;
    const { confusion, n, exact, kappa, kappaLow } = figures;
    const bars = grades.map((level): Bar => {
        const counts = grades.map((given) => confusion[level][given]);
        const all = counts.reduce((sum, count) => sum + count, 0);
        const parts = grades.map((given, place) => ({
            share: all === 0 ? 0 : (counts[place] ?? 0) / all,
            look: given === level ? 'same' : `other-${Math.abs(place - grades.indexOf(level))}`,
            word: given
        }));
        return { label: `Reviewers: ${level}`, parts, words: `${confusion[level][level]} of ${all}` };
    });
    return html`<section><h2>Agreement by level</h2>
        <p>On ${n} answers the evaluator gave the same level as your reviewers for ${Math.round(exact * 100)}% of the labels.
            Weighted kappa: ${kappa.toFixed(2)} (at least ${kappaLow.toFixed(2)}).</p>
        <figure><figcaption>One bar for each reviewer level, split by the evaluator's level. Solid: same level. Striped: one level apart. Dotted: two levels apart.</figcaption>
            ${chart('agreement', 'Evaluator levels by reviewer level', bars)}</figure>
        <details><summary>Numbers as text</summary><dl>${bars.map(({ label, parts }, place) => html`<dt>${label}</dt><dd>${inWords(confusion, place, parts)}</dd>`)}</dl></details></section>`;
}

/** The level of the evaluator for this level of people. */
const inWords = (confusion: Figures['confusion'], place: number, parts: Bar['parts']) =>
    parts
        .map(({ word }, other) => {
            const [level, given] = [grades[place] ?? 'absent', grades[other] ?? 'absent'];
            return `evaluator: ${word} ${confusion[level][given]} times`;
        })
        .join(', ');
