// Logging in and out, and the nonces and tokens of a logged-in client.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { loginPage } from './page.ts';
import { sessionRoute } from './session.ts';
import { tokenRoute } from './token.ts';

export const loginRoutes = (app: App): ServerRoute[] => [
    loginRoute(app),
    loginPage(app),
    sessionRoute(app),
    tokenRoute(app),
    logoutRoute(app)
];
