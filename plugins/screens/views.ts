// Screens as one user sees them: the findings are hidden until the user has reviewed, and each view of them is recorded.
import Joi from 'joi';
import { managedSages } from '../../db/screens/access.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { judgementsFor, type Sight } from '../shared/candidates/judgements.ts';
import { viewerOf } from '../shared/viewer.ts';
import { screenOf } from './rows.ts';

/** The parts that a query may request before the user has reviewed; their levels are not blind then. */
export const show = Joi.valid('verdict').description(
    'Shows the findings before you have given levels. Your levels are then not blind.'
);

export type Seeing = Pick<Sight, 'show'>;

export async function viewsOf(app: App, screens: readonly ScreenRow[], sight: Sight) {
    const judgementOf = await judgementsFor(app, screens, sight);
    const managed = await managedSages(app.store.read, viewerOf(app, sight.actor));
    return screens.map((screen) => {
        const judgement = judgementOf(screen);
        const isNamed = judgement.isNamed || !managed || managed.includes(screen.sageId);
        return screenOf(screen, { ...judgement, isNamed });
    });
}

export const viewOf = async (app: App, screen: ScreenRow, sight: Sight) =>
    (await viewsOf(app, [screen], sight))[0] as ReturnType<typeof screenOf>;
