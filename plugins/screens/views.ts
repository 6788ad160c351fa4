// Screens as one user sees them: the findings are hidden until the user has reviewed, and each view of them is recorded.
import Joi from 'joi';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { judgementsFor, type Sight } from '../shared/candidates/judgements.ts';
import { screenOf } from './rows.ts';

/** The parts that a query may request before the user has reviewed; their levels are not blind then. */
export const show = Joi.valid('verdict').description(
    'Shows the findings before you have given levels. Your levels are then not blind.'
);

export type Seeing = Pick<Sight, 'show'>;

export async function viewsOf(app: App, screens: readonly ScreenRow[], sight: Sight) {
    const judgementOf = await judgementsFor(app, screens, sight);
    return screens.map((screen) => screenOf(screen, judgementOf(screen)));
}

export async function viewOf(app: App, screen: ScreenRow, sight: Sight) {
    const judgementOf = await judgementsFor(app, [screen], sight);
    return screenOf(screen, judgementOf(screen));
}
