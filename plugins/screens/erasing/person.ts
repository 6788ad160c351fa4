// One candidate, by any of their screens: all that this user may manage.
import type { Actor } from '../../../db/accounts/sessions.ts';
import { findSage, mayView } from '../../../db/sages/sages.ts';
import { assertMayManage } from '../../../db/screens/access.ts';
import { erasableScreen, screensOfPerson } from '../../../db/erasing/erase.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';

/**
 * Returns the screens of the person whose screen this is, in the order of creation. Refuses: not_found; forbidden; wrong_state.
 */
export async function personBy(app: App, id: string, actor: Actor): Promise<ScreenRow[]> {
    const { read } = app.store;
    await assertMayManage(read, id, viewerOf(app, actor));
    const screen = await erasableScreen(read, id);
    if (screen.erasedAt !== null) return [screen];
    const all = await screensOfPerson(read, screen);
    const managed = await Promise.all(all.map((one) => mayManage(read, one, { app, actor })));
    return all.filter((_, place) => managed[place]);
}

async function mayManage(on: Reader, { sageId }: ScreenRow, { app, actor }: { app: App; actor: Actor }) {
    const sage = await findSage(on, sageId);
    return sage !== undefined && mayView(viewerOf(app, actor), sage);
}
