// The profile of the logged-in user: details, picture, address, password and sessions.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { avatar, avatarOptions } from './avatar.ts';
import { firstStepsRoute, showRoute, updateAction } from './details.ts';
import { profilePages } from './pages/index.ts';
import { sessionRoutes } from './sessions.ts';
import { verifyPages } from './verify.ts';

export const profileRoutes = (app: App): ServerRoute[] => [
    updateAction(app),
    showRoute(app),
    firstStepsRoute(app),
    { method: 'GET', path: '/avatars/{id}', options: avatarOptions, handler: avatar(app) },
    ...sessionRoutes(app),
    ...profilePages(app),
    ...verifyPages(app)
];
