// What all changes of one screen have in common: the route, who may do it, and the response.
import type { Request } from '@hapi/hapi';
import type { Viewer } from '../../db/sages/sages.ts';
import { readableScreen } from '../../db/screens/access.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { ofScreen } from '../shared/owned.ts';
import { viewerOf } from '../shared/viewer.ts';
import { actOfUser, actorOf } from '../surfaces/auth/requester.ts';
import { screen, viewOf } from './rows.ts';

/** A route that changes one screen. */
export const toScreen = {
    method: 'POST',
    scope: ['council_screen'],
    ...ofScreen,
    also: [404, 409],
    response: { screen }
} as const;

/** Refuses users who may not do this with the screen. */
export type Guard = (tx: Tx, id: string, viewer: Viewer) => Promise<unknown>;

/** What is done to the screen, and by whom. */
export type Work<Result> = (tx: Tx, act: ReturnType<typeof actOfUser>) => Promise<Result>;

/** Changes a screen for users who may read it, or those whom another guard lets pass. */
export const changeScreen = <Result>(
    app: App,
    id: string,
    request: Request,
    work: Work<Result>,
    guard: Guard = readableScreen
) =>
    app.store.write(async (tx) => {
        const act = actOfUser(app, request);
        await guard(tx, id, viewerOf(app, act.by));
        return work(tx, act);
    });

/** A screen after its change, as the response shows it to the user who made it. */
export const answered = async (app: App, request: Request, changed: ScreenRow, isPage = false) => ({
    screen: await viewOf(app, changed, { actor: actorOf(request), isPage })
});

/** Both, where the work returns the screen alone. */
export async function changed(
    app: App,
    id: string,
    request: Request,
    work: Work<ScreenRow>,
    { guard, isPage }: { guard?: Guard; isPage?: boolean } = {}
) {
    return answered(app, request, await changeScreen(app, id, request, work, guard), isPage);
}
