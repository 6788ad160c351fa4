// A state as a word with a colour and a shape: never by colour alone.
import type { State, Tone } from '../../../../words/states/state.ts';
import { type Html, html } from '../layout.ts';

export const badge = (word: string, tone: Tone = 'quiet'): Html =>
    html`<span class="badge ${tone}">${word}</span>`;

export const stateBadge = ({ en, tone }: State) => badge(en.label, tone);
