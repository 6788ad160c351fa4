import type { Lifecycle, Server } from '@hapi/hapi';
import { record } from '../../db/record/audit.ts';
import type { App } from '../app.ts';
import { auditActorOf } from '../surfaces/auth/requester.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import { staff } from '../surfaces/auth/capability-sets.ts';

/** Records requests to these routes by users without the right to them: ten a minute, and then the response is 429. */
export function keepRefusals(server: Server, app: App) {
    // This runs after the user is known and before hapi refuses the request.
    server.ext('onCredentials', recordUnlessStaff(app), { sandbox: 'plugin' });
}

function recordUnlessStaff({ store, now }: App): Lifecycle.Method {
    const refused = limiter('refused support requests', 10, 60);
    return async (request, h) => {
        const held = [request.auth.credentials.scope ?? []].flat();
        if (staff.some((scope) => held.includes(scope))) return h.continue;
        const by = auditActorOf(request);
        await refused.count(by.name);
        const target = `${request.method.toUpperCase()} ${request.route.path}`;
        await store.write((tx) => record(tx, { by, act: 'admin.refused', target, at: now() }));
        return h.continue;
    };
}
