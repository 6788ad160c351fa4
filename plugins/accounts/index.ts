// What people do with accounts: logging in, the profile, and for administrators people, service tokens and credits.
import { feature } from '../app.ts';
import { creditRoutes } from './credits.ts';
import { loginRoutes } from './login/index.ts';
import { resetRoutes } from './password-reset.ts';
import { newPage, peoplePage, personPage } from './people/pages.ts';
import { peopleRoutes } from './people/routes.ts';
import { profileRoutes } from './profile/index.ts';
import { setupRoutes } from './setup.ts';
import { tokenPage, tokensPage } from './tokens/pages.ts';
import { newPages, tokenRoutes } from './tokens/routes.ts';

export const accounts = feature('accounts', ['actions', 'auth', 'form-posts', 'human-check'], (app) => [
    ...setupRoutes(app),
    ...loginRoutes(app),
    ...resetRoutes(app),
    ...profileRoutes(app),
    peoplePage(app),
    newPage(app),
    personPage(app),
    ...peopleRoutes(app),
    tokensPage(app),
    ...newPages(app),
    tokenPage(app),
    ...tokenRoutes(app),
    ...creditRoutes(app)
]);
