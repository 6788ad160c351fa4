// What people do with accounts: logging in, the profile, and for administrators people, service tokens and credits.
import { feature } from '../app.ts';
import { loginRoutes } from './login/index.ts';
import { resetRoutes } from './password-reset/index.ts';
import { people } from './people/index.ts';
import { profileRoutes } from './profile/index.ts';
import { setupRoutes } from './setup.ts';
import { serviceTokens } from './tokens/index.ts';
import { creditRoutes } from './credits.ts';

export const accounts = feature('accounts', ['actions', 'auth', 'form-posts', 'human-check'], (app) => [
    ...setupRoutes(app),
    ...loginRoutes(app),
    ...resetRoutes(app),
    ...profileRoutes(app),
    ...people(app),
    ...serviceTokens(app),
    ...creditRoutes(app)
]);
