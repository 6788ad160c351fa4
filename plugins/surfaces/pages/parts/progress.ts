// How far something is: a bar, and the same in words.
import { html } from '../layout.ts';

interface Progress {
    label: string;
    value: number;
    max: number;
    /** Such as `3 of 8 steps`. */
    words: string;
}

export const progressBar = ({ label, value, max, words }: Progress) =>
    html`<p class="progress-line"><progress value="${value}" max="${max}" aria-label="${label}"></progress>
        <small>${words}</small></p>`;
