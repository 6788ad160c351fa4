// The page that creates the first administrator. A start prints its link, until there is one.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { grantFirst } from '../../db/accounts/credits.ts';
import { hashPassword } from '../../db/accounts/passwords.ts';
import { dropSetupLink } from '../../db/installation/data-folder.ts';
import { endSetup, isSetupKey, setCurrency } from '../../db/installation/installation.ts';
import { changeSettings, settingsAtFirst } from '../../db/record/settings.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { openSession } from '../../db/accounts/sessions.ts';
import { createFirstAdministrator } from '../../db/accounts/users.ts';
import type { App } from '../app.ts';
import { agentOf, strangerAt } from '../surfaces/auth/requester.ts';
import { statuses } from '../surfaces/http/statuses.ts';
import { bodyOf, formPayload, readBody } from '../surfaces/http/bodies/index.ts';
import { accountEmail, typedPassword, validated } from '../surfaces/http/fields.ts';
import { field, problem, select } from '../surfaces/pages/form-controls.ts';
import { isFixed, organisationName, setBy, timeZoneName, timeZonesWith } from '../shared/settings-view.ts';
import { currencyCode } from '../shared/money.ts';
import { html, page } from '../surfaces/pages/layout.ts';
import type { FormPost } from '../surfaces/http/form-post.ts';
import { pageDocs, withForm } from '../surfaces/openapi/route-docs.ts';
import { sessionCookie } from '../surfaces/auth/schemes.ts';

export const setupRoutes = (app: App): ServerRoute[] => [
    {
        method: 'GET',
        path: '/setup/{key}',
        options: pageDocs('showSetup', 'Shows the form that creates the first administrator.', {
            also: [404]
        }),
        handler: setupPage(app)
    },
    {
        method: 'POST',
        path: '/setup/{key}',
        options: withForm(
            {
                ...pageDocs('createAdministrator', 'Creates the first administrator.', {
                    body: setupFields,
                    status: 303,
                    also: [404, 409]
                }),
                payload: formPayload,
                pre: [readBody]
            },
            setupForm(app)
        ),
        handler: createAdministrator(app)
    }
];

interface Setup {
    login: string;
    email: string;
    password: string;
    currency: string;
    organisation: string;
    time_zone: string;
}

const setupFields = Joi.object<Setup>({
    login: Joi.string()
        .trim()
        .pattern(/^[A-Za-z0-9._@+-]{1,60}$/, 'up to 60 letters, digits and . _ @ + -')
        .required(),
    email: accountEmail.required(),
    password: typedPassword.required(),
    currency: currencyCode.allow('').default(''),
    organisation: organisationName.default(''),
    time_zone: timeZoneName.default('')
}).unknown();

function setupPage(app: App): Lifecycle.Method {
    return async (request) => {
        await assertSetupKey(app, keyIn(request));
        return form(app);
    };
}

function createAdministrator(app: App): Lifecycle.Method {
    return async (request, h) => {
        await assertSetupKey(app, keyIn(request));
        const cookie = await setUp(app, request);
        return h.redirect('/').code(303).state(sessionCookie(app), cookie, { ttl: null });
    };
}

async function setUp({ store, config, zone, now }: App, request: Request) {
    const given = settingsAtFirst(config);
    const sent = validated(setupFields, bodyOf(request), { convert: true });
    const { login, email, password, currency } = sent;
    const chosen = (name: 'organisation' | 'time_zone') =>
        isFixed(given[name]) ? given[name].value : sent[name];
    const organisation = chosen('organisation');
    const owner = { names: [login, email], organisation };
    const passwordHash = await hashPassword(password, owner);
    const done = { by: strangerAt(request, 'setup'), at: now() };
    const { cookie } = await store.write(async (tx) => {
        const user = await createFirstAdministrator(tx, { login, email, passwordHash }, done);
        await endSetup(tx);
        if (currency !== '') await setCurrency(tx, currency, done);
        const settings = { organisation, time_zone: chosen('time_zone') };
        await changeSettings(tx, settings, { config, changedBy: `user:${user.id}`, ...done });
        await grantFirst(tx, config.firstCredits, done);
        return openSession(tx, user.id, { at: now(), remember: false, agent: agentOf(request) });
    });
    dropSetupLink(config.dataDir);
    await zone.refresh();
    return cookie;
}

/** The form again, also for the slower of two simultaneous senders, whose key is spent. */
const setupForm = (app: App): FormPost => ({
    async showAgain(request, h, refusal) {
        const { reason } = refusal;
        if (reason !== 'wrong_state' && !(await isOpen(app, request, refusal))) return undefined;
        return h
            .response(form(app, bodyOf(request), refusal))
            .code(reason === 'wrong_state' ? 400 : statuses[reason]);
    }
});

/** While the store is away no link can be checked: its sender has the form again, which creates nothing by itself. */
const isOpen = ({ store, now }: App, request: Request, { reason }: Refusal) =>
    isSetupKey(store.read, keyIn(request), now()).catch((error: unknown) => {
        if (reason === 'unavailable') return true;
        throw error;
    });

const keyIn = ({ params }: Request) => String(params['key']);

async function assertSetupKey({ store, now }: App, key: string) {
    if (await isSetupKey(store.read, key, now())) return;
    throw new Refusal(
        'not_found',
        'This setup link was used or has expired. If there is an administrator, sign in. Otherwise restart the service, or run `npm run -s cli -- setup link`, to get a new link.'
    );
}

/** A browser names its time zone, unless one was chosen already. */
function form({ config }: App, typed: Partial<Setup> = {}, refusal?: Refusal) {
    const { login, email, currency } = typed;
    const { organisation, time_zone: zone } = settingsAtFirst(config);
    const fixed = isFixed(organisation) ? organisation.value : undefined;
    const isAboutField = refusal?.reason === 'invalid_field' || refusal?.reason === 'wrong_state';
    const wrong = refusal?.field || (isAboutField ? 'login' : '');
    const error = (name: string) => (wrong === name ? refusal?.message : undefined);
    return page({
        title: 'Set up',
        scripts: ['local-time.js'],
        body: html`<h1>Set up Sage Council</h1>
            <p>Create the first administrator. They can do everything, including adding other users.</p>
            ${problem(refusal?.message, wrong)}
            <form method="post">
                ${field({ name: 'login', label: 'Login', help: 'Letters, digits and . _ @ + -', autocomplete: 'username', value: login, error: error('login'), maxlength: 60 })}
                ${field({ name: 'email', label: 'Email address', help: 'We send account emails here.', type: 'email', autocomplete: 'email', value: email, error: error('email'), maxlength: 254 })}
                ${field({ name: 'organisation', label: 'Organisation', help: fixed === undefined ? 'Candidates and customers see this name. You can change it later.' : setBy('organisation'), autocomplete: 'organization', value: fixed ?? typed.organisation, error: error('organisation'), optional: true, readonly: fixed !== undefined })}
                ${config.currency === undefined && field({ name: 'currency', label: 'Currency', help: 'Currency of the prices your customers see, such as EUR. If empty, prices show without a currency.', value: currency, error: error('currency'), maxlength: 3, optional: true })}
                ${
                    !isFixed(zone) &&
                    html`<div ${typed.time_zone === undefined && { html: 'data-zone' }}>
                    ${select({ name: 'time_zone', label: 'Time zone', help: 'Of your office. You can change it later.', options: timeZonesWith(zone.value), value: typed.time_zone ?? zone.value })}</div>`
                }
                ${field({ name: 'password', label: 'Password', help: 'At least 8 characters.', type: 'password', autocomplete: 'new-password', error: error('password') })}
                <button type="submit">Create administrator</button>
            </form>`
    });
}
