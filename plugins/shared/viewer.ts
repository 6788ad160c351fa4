// Who asks about sages, and so whose they see.
import { Refusal } from '../../db/store/refusal.ts';
import type { Viewer } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import type { HotRequest } from '../surfaces/http/asked.ts';

/** Who asks about sages, and whether they see those of others. */
export const viewerOf = ({ config }: App, { id, capabilities }: Omit<Viewer, 'access'>): Viewer => ({
    id,
    capabilities,
    access: config.sageAccess
});

/** The same for a client of the backend API, whose token may allow less than its user holds. */
export function bearerViewer(app: App, { auth }: HotRequest): Viewer {
    const { bearer } = auth.credentials ?? {};
    if (!bearer) throw new Refusal('not_logged_in', 'Unauthorized');
    return viewerOf(app, bearer);
}
