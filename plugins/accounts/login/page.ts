import type { Lifecycle, Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { maybeLoggedIn } from '../../surfaces/auth/requester.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { field, hidden, notice, problem, tick } from '../../surfaces/pages/form-controls.ts';
import { html, page } from '../../surfaces/pages/layout.ts';
import { ownPath } from '../../surfaces/pages/signed-in-page.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { type Flash, takeFlash, wrongIn } from '../../surfaces/pages/form-posts.ts';

/** The login page. Its form posts to the JSON route, which redirects to the page that the user asked for. */
export const loginPage: Plugin<App> = {
    name: 'login-page',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route({
            method: 'GET',
            path: '/login',
            options: {
                ...pageDocs('showLogin', 'Shows the login form.', { also: [303] }),
                auth: maybeLoggedIn
            },
            handler: show(app)
        });
    }
};

function show({ config }: App): Lifecycle.Method {
    return async (request, h) => {
        const next = ownPath(request.query['next']);
        if (request.auth.isAuthenticated) return h.redirect(next ?? '/').code(303);
        const flash = await takeFlash(request, h);
        return form({ action: `${config.paths.rest}/login`, next, flash, theme: themeOf(request) });
    };
}

const words = { login: 'Please type your login or email address.', password: 'Please type your password.' };

interface Login {
    action: string;
    next: string | undefined;
    flash: Flash | undefined;
    theme: ReturnType<typeof themeOf>;
}

function form(login: Login) {
    const { next, flash, theme } = login;
    const wrong = wrongIn(flash, words);
    return page({
        title: 'Log in',
        theme,
        body: html`<h1>Log in</h1>
            ${notice(flash?.done && flash.message)} ${problem(wrong?.message, wrong?.field || 'login')}
            ${!flash && next && html`<p>Please log in to go on.</p>`}
            ${controls(login, (name) => (wrong?.field === name ? wrong.message : undefined))}
            <p><a href="/reset-password">Forgotten your password?</a></p>`
    });
}

function controls({ action, next, flash }: Login, error: (name: string) => string | undefined) {
    const typed = flash?.typed ?? {};
    return html`<form method="post" action="${action}">
        ${next && hidden({ next })}
        ${field({ name: 'login', label: 'Login or email address', autocomplete: 'username', value: typed['login'], error: error('login'), maxlength: 254 })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: error('password') })}
        ${tick({ name: 'remember', label: 'Stay logged in for 14 days', on: typed['remember'] === '1' })}
        <button type="submit">Log in</button>
    </form>`;
}
