// The shape that goes with a tone on the report card: no state is shown by a colour alone.
import { html } from '../../surfaces/pages/layout.ts';

const paths = {
    good: 'm3 8.5 3.5 3.5L13 5',
    bad: 'm3.5 3.5 9 9m0-9-9 9',
    wait: 'M8 3v6.5M8 12.5h.01',
    busy: 'M8 4v4l2.5 2.5',
    later: 'M4 8h8'
} as const;

export type CardTone = keyof typeof paths;

export const icon = (tone: CardTone) =>
    html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${paths[tone]}" /></svg>`;
