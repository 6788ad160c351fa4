// Which contexts a user sees: those of the sages they see, and an unused one if they know its id.
import { type ContextRow, contextNotThere, contextNotFound, getContext } from './contexts.ts';
import { mayView, sages, type Viewer } from './sages.ts';
import type { Reader } from '../store/index.ts';

/** The context, if no sage uses it or one that this viewer may see. Refuses: not_found. */
export async function visibleContext(on: Reader, id: string, viewer: Viewer): Promise<ContextRow> {
    const context = await getContext(on, id);
    const hidden = await hiddenContexts(on, viewer);
    if (hidden.has(id)) throw contextNotFound();
    return context;
}

/** Refuses: invalid_field for a context that only sages use which this viewer may not see, as for one that is not there. */
export async function assertVisibleContexts(on: Reader, ids: readonly string[], viewer: Viewer) {
    const hidden = await hiddenContexts(on, viewer);
    if (ids.some((id) => hidden.has(id))) throw contextNotThere();
}

async function hiddenContexts(on: Reader, viewer: Viewer) {
    if (viewer.access === 'all') return new Set<string>();
    const { ownerId, contextIds } = sages;
    const rows = await on.select({ ownerId, contextIds }).from(sages);
    const used = new Set(rows.flatMap(({ contextIds }) => contextIds));
    const seen = rows.filter((sage) => mayView(viewer, sage)).flatMap(({ contextIds }) => contextIds);
    return used.difference(new Set(seen));
}
