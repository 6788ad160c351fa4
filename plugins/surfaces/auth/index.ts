// Who sends a request: people by session cookie or JWT, machines by service token, staff by either. All get hapi scopes.
import { createHmac } from 'node:crypto';
import type { Lifecycle, Plugin, Request, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { bodyBudget } from '../http/bodies/budget.ts';
import { dropOtherCookies, ourCookie } from '../http/cookies.ts';
import { assertTaken } from '../http/bodies/most-bytes.ts';
import {
    sessionCookie,
    sessionScheme,
    schemeForHapi,
    jwtScheme,
    tokenOrSession,
    tokenScheme,
    type TokenStrategy
} from './schemes.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        auth: {
            addressHash: (request: Request) => string;
            /** Takes of the memory for bodies what that of the request may need, until its response. */
            acquire: ReturnType<typeof bodyBudget>['acquire'];
        };
    }
}

/** The schemes, and the strategies that use them; the tool server adds its own. */
export const auth: Plugin<App> = {
    name: 'auth',
    dependencies: ['client-address'],
    register(server, app) {
        const key = app.secrets.nonce;
        server.expose('addressHash', ({ clientAddress }: Request) =>
            createHmac('sha256', key).update(clientAddress).digest('hex').slice(0, 16)
        );
        server.state(sessionCookie(app), { ...ourCookie(app.config), encoding: 'none' });
        server.ext('onRequest', dropOtherCookies, { after: ['responses'] }); // the first gives the request its id
        addSchemes(server, app);
        // Where a login is required, its scheme refuses after this. Requests from another site are refused as before.
        const refuseUnread: Lifecycle.Method = (request, h) => {
            const { auth } = request.route.settings;
            if (!auth || auth.mode !== 'required') assertTaken(request);
            return h.continue;
        };
        server.ext('onPreAuth', refuseUnread, { after: ['headers'] });
    }
};

function addSchemes(server: Server, app: App) {
    const budget = bodyBudget();
    server.events.on('response', (request) => budget.release(request));
    server.expose('acquire', budget.acquire);
    const session = sessionScheme(app);
    const jwt = jwtScheme(app);
    const token = tokenScheme(app);
    const staff = tokenOrSession(token(), session);
    server.auth.scheme('service-token', (_, options) => schemeForHapi(token(options as TokenStrategy)));
    server.auth.strategy('service-token', 'service-token');
    for (const [name, scheme] of Object.entries({ session, jwt, staff })) {
        server.auth.scheme(name, () => schemeForHapi(scheme));
        server.auth.strategy(name, name);
    }
}
