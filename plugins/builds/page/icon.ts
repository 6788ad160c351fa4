// The shape that goes with a tone on the report card: no state is shown by a colour alone.
import { icon } from '../../surfaces/pages/parts/icon.ts';

const shapes = { good: 'check', bad: 'close', wait: 'warning', busy: 'Jobs', later: 'dash' } as const;

export type CardTone = keyof typeof shapes;

export const toneIcon = (tone: CardTone) => icon(shapes[tone]);
