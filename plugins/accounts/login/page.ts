import type { Lifecycle, ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { humanCheckField } from '../../surfaces/human-check/field.ts';
import { loginLimits } from '../../surfaces/auth/login-limits.ts';
import { maybeLoggedIn } from '../../surfaces/auth/requester.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { field, hidden, notice, problem, tick } from '../../surfaces/pages/form-controls.ts';
import { html, page } from '../../surfaces/pages/layout.ts';
import { ownPath } from '../../surfaces/pages/signed-in-page.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { takeFlash, fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import type { Flash } from '../../surfaces/http/form-post.ts';

/** The login page. Its form posts to the JSON route, which redirects to the requested page. */
export const loginPageRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/login',
    options: {
        ...pageDocs('showLogin', 'Shows the login form.', { also: [303] }),
        auth: maybeLoggedIn
    },
    handler: show(app)
});

function show(app: App): Lifecycle.Method {
    const limits = loginLimits(app);
    return async (request, h) => {
        const next = ownPath(request.query['next']);
        if (request.auth.isAuthenticated) return h.redirect(next ?? '/').code(303);
        const flash = await takeFlash(request, h);
        const action = `${app.config.paths.rest}/login`;
        const check = (await isAsked(limits, flash)) ? humanCheckField(app.config, 'login') : undefined;
        const response = h.response(form({ action, next, flash, theme: themeOf(request), check }));
        return check?.policy ? response.header('content-security-policy', check.policy) : response;
    };
}

/** Whether the refused login requires the human check: the first attempt never does. */
const isAsked = async ({ asks }: ReturnType<typeof loginLimits>, flash: Flash | undefined) =>
    ['human_check', 'not_logged_in'].includes(flash?.code ?? '') && asks(flash?.typed['login'] ?? '');

/** The page to correct the error on: the human check has no visible field. */
const places: Readonly<Record<string, string>> = { password: 'password', recaptcha_token: 'password' };
const words = {
    login: 'Enter your login or email address.',
    password: 'Enter your password.',
    recaptcha_token:
        'Too many failed attempts with this name. Enter your password again. Your browser first proves that you are a person.'
};

interface Login {
    action: string;
    next: string | undefined;
    flash: Flash | undefined;
    theme: ReturnType<typeof themeOf>;
    check: ReturnType<typeof humanCheckField> | undefined;
}

function form(login: Login) {
    const { next, flash, theme } = login;
    const wrong = fieldErrorsIn(flash, words);
    return page({
        title: 'Sign in',
        theme,
        scripts: login.check?.scripts ?? [],
        body: html`<h1>Sign in</h1>
            ${notice(flash?.done && flash.message)} ${problem(wrong?.message, places[wrong?.field ?? ''] ?? 'login')}
            ${!flash && next && html`<p>Sign in to continue.</p>`}
            ${controls(login, (name) => (wrong?.field === name ? wrong.message : undefined))}
            <p><a href="/reset-password">Forgot your password?</a></p>`
    });
}

function controls({ action, next, flash, check }: Login, error: (name: string) => string | undefined) {
    const typed = flash?.typed ?? {};
    return html`<form method="post" action="${action}">
        ${next && hidden({ next })}
        ${field({ name: 'login', label: 'Login or email address', autocomplete: 'username', value: typed['login'], error: error('login'), maxlength: 254 })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: error('password') })}
        ${tick({ name: 'remember', label: 'Stay signed in for 14 days', on: typed['remember'] === '1' })}
        ${check?.field}
        <button type="submit">Sign in</button>
    </form>`;
}
