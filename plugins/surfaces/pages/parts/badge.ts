// A state as a word with a colour and a shape: never by colour alone.
import { type Html, html } from '../layout.ts';

/** `good` is successful, `bad` needs attention, `busy` is running, `waiting` waits, `quiet` is over or was never started. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'quiet';

export const badge = (word: string, tone: Tone = 'quiet'): Html =>
    html`<span class="badge ${tone}">${word}</span>`;
