// One candidate, by any of their screens: all that this user may manage.
import type { Actor } from '../../../db/accounts/sessions.ts';
import { assertMayManage, managedSages } from '../../../db/screens/access.ts';
import { erasableScreen, screensOfPerson } from '../../../db/erasing/erase.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';

/**
 * Returns the screens of the person whose screen this is, in the order of creation. Refuses: not_found; forbidden; wrong_state.
 */
export async function personBy(app: App, id: string, actor: Actor): Promise<ScreenRow[]> {
    const { read } = app.store;
    const viewer = viewerOf(app, actor);
    await assertMayManage(read, id, viewer);
    const screen = await erasableScreen(read, id);
    if (screen.erasedAt !== null) return [screen];
    const all = await screensOfPerson(read, screen);
    const managed = await managedSages(read, viewer);
    return managed ? all.filter(({ sageId }) => managed.includes(sageId)) : all;
}
