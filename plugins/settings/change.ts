// Changing the settings that are in the store: over JSON, and by their forms.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { countDue, isRetentionEnabled } from '../../db/installation/retention.ts';
import {
    changeSettings,
    type SettingName,
    settingNames,
    type Settings,
    settingsIn
} from '../../db/record/settings.ts';
import type { Tx } from '../../db/store/index.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { languages } from '../../words/index.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { emailAddress, InvalidField } from '../surfaces/http/fields.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { anyText, oneOf } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import {
    isFixed,
    organisationName,
    setBy,
    settingsScope as scope,
    nameOf,
    timeZoneName,
    timeZonesWith
} from '../shared/settings-view.ts';
import { findUserById } from '../../db/accounts/users.ts';
import { formPages } from '../surfaces/pages/console/form-page.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { field, select } from '../surfaces/pages/form-controls.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { formView } from '../shared/form-view.ts';

type Changes = Partial<Record<SettingName, string | number>>;

const schemas = {
    organisation: organisationName,
    contact: emailAddress.allow(''),
    language: Joi.valid('', ...languages),
    time_zone: timeZoneName,
    keep_candidates_days: Joi.number().integer().min(0).max(36_500)
};

const confirmed_days = Joi.number()
    .integer()
    .description('The same number, where it is less than before: candidates are deleted sooner.');

const setting = Joi.object({
    value: anyText.description('Empty where nothing sets it.'),
    source: oneOf('default', 'environment', 'file', 'page')
});

export const changeRoute = (app: App): ServerRoute =>
    rest<Changes & { confirmed_days?: number }>(app, {
        name: 'updateSettings',
        method: 'PATCH',
        path: '/settings',
        summary: 'Changes settings that the environment does not set. An empty text restores the default.',
        scope,
        body: Joi.object({ ...schemas, confirmed_days }),
        formPost: {
            backTo: (form, done) => (done ? '/settings' : pathOf(form)),
            says: 'Saved.',
            again: true
        },
        bodyOfForm,
        also: [409],
        response: Joi.object(Object.fromEntries(settingNames.map((name) => [name, setting.required()]))),
        async run({ confirmed_days: confirmed, ...changes }, _, request) {
            const { store, config } = app;
            const texts = Object.fromEntries(
                Object.entries(changes).map(([name, value]) => [name, String(value)])
            );
            const before = await settingsIn(store.read, config);
            for (const name of settingNames) assertFree(name, before, texts[name]);
            const days = Number(changes.keep_candidates_days);
            await store.write(async (tx) => {
                if (confirmed !== days) await assertNotSooner(app, tx, days);
                await changeSettings(tx, texts, { config, ...actBy(app, request) });
            });
            await app.zone.refresh();
            const after = Object.entries(await settingsIn(store.read, config));
            return Object.fromEntries(after.map(([name, { value, source }]) => [name, { value, source }]));
        }
    });

function assertFree(name: SettingName, settings: Settings, value: string | undefined) {
    if (value !== undefined && value !== settings[name].value && isFixed(settings[name]))
        throw new InvalidField(name, setBy(name));
}

/** Refuses: wrong_state where candidates would be deleted earlier. None are while automatic deletion is off. */
async function assertNotSooner({ config, now }: App, tx: Tx, days: number) {
    if (!isSooner(await settingsIn(tx, config), days) || !(await isRetentionEnabled(tx))) return;
    throw new Refusal(
        'wrong_state',
        `With ${days} days ${await dueWith({ store: { read: tx }, now }, days)} candidates are due for deletion now. Send confirmed_days too.`,
        { field: 'keep_candidates_days' }
    );
}

/** Whether candidates would be deleted earlier than now. */
function isSooner({ keep_candidates_days: { value } }: Settings, days: number) {
    return days > 0 && (value === '0' || days < Number(value));
}

const mostCounted = 1000;

interface Counting extends Pick<App, 'now'> {
    store: Pick<App['store'], 'read'>;
}

/** How many candidates are due at this moment with another number of days, in words. */
async function dueWith({ store, now }: Counting, days: number) {
    const due = await countDue(store.read, { days, at: now() }, mostCounted);
    return due < mostCounted ? String(due) : `${mostCounted} or more`;
}

const pathOf = (form: Form) =>
    form['language'] === undefined ? '/settings/organisation' : '/settings/candidates';

/** What was changed in the form. A field that its writer left alone keeps what another administrator has saved since. */
const bodyOfForm = (form: Form) =>
    Object.fromEntries(
        Object.entries(form).filter(
            ([name, value]) =>
                name === 'confirmed_days' || (Object.hasOwn(schemas, name) && value !== form[`was_${name}`])
        )
    );

interface Topic {
    id: string;
    path: string;
    title: string;
    fields: readonly SettingName[];
}

const topics: readonly Topic[] = [
    {
        id: 'Organisation',
        path: '/settings/organisation',
        title: 'Organisation',
        fields: ['organisation', 'contact', 'time_zone']
    },
    {
        id: 'CandidateSettings',
        path: '/settings/candidates',
        title: 'Language and candidate data',
        fields: ['language', 'keep_candidates_days']
    }
];

const inputs = {
    organisation: {
        label: 'Name',
        help: 'Candidates and customers see it on their pages and in their emails.',
        autocomplete: 'organization',
        optional: true
    },
    contact: {
        label: 'Contact',
        help: 'The email address for questions of candidates and customers, and for requests to delete data.',
        type: 'email',
        maxlength: 254,
        optional: true
    },
    language: {
        label: 'Language',
        help: 'Candidates read the language of their sage. This one is for emails to customers, and for public pages if we do not have the language of the browser.'
    },
    time_zone: {
        label: 'Time zone',
        help: 'For times on pages and in emails, last days of offers, and months of commissions.'
    },
    keep_candidates_days: {
        label: 'Days until candidates are deleted',
        help: 'After the decision or, without one, after the last event. 0 keeps the data until someone deletes it. Candidates read this number before they start.',
        maxlength: 5
    }
} as const;

const words = {
    organisation: 'Enter a name in one line of up to 200 characters.',
    contact: 'Enter a valid email address, such as name@example.com.',
    language: 'Choose a language.',
    time_zone: 'Choose a time zone.',
    keep_candidates_days: 'Enter a whole number of days, up to 36500.'
};

export const changePages = (app: App): ServerRoute[] =>
    topics.flatMap((topic) =>
        formPages(app, {
            id: `show${topic.id}`,
            path: topic.path,
            description: `Shows the form for these settings: ${topic.title}.`,
            again: {
                id: `show${topic.id}Again`,
                description: `Shows these settings as they were typed: ${topic.title}. Saves nothing.`
            },
            scope,
            show: (_, visit, form = {}) => showTopic(topic, visit, form)
        })
    );

async function showTopic({ title, fields }: Topic, visit: PageContext, form: Form): Promise<View> {
    const { app, flash } = visit;
    const settings = await settingsIn(app.store.read, app.config);
    const isAsked = flash?.code === 'wrong_state';
    const { problem, errorAt } = formView(isAsked ? undefined : flash, { words });
    const free = fields.filter((name) => !isFixed(settings[name]));
    const was = fields.map((name) => [
        `was_${name}`,
        isFixed(settings[name]) ? settings[name].value : textIn(form, `was_${name}`, settings[name].value)
    ]);
    const controls = fields.map((name) => control(visit, { name, settings, form, error: errorAt(name) }));
    const days = typed(form, 'keep_candidates_days');
    const confirmed = isAsked && { confirmed_days: days };
    return {
        title,
        crumbs: [{ word: 'Settings', href: '/settings' }],
        narrow: true,
        problem: isAsked ? await confirmation(app, settings, days) : problem,
        body: html`${postForm(visit, {
            to: { rest: '/settings', method: 'PATCH' },
            fields: { ...Object.fromEntries(was), ...confirmed },
            body: html`${await Promise.all(controls)}
                ${free.length > 0 && html`<button type="submit" ${isAsked && { html: 'class="danger"' }}>${isAsked ? 'Delete sooner' : 'Save'}</button>`}`
        })}`
    };
}

/** What was typed, unless the form has no such field. */
const textIn = (form: Form, name: string, otherwise: string) =>
    form[name] === undefined ? otherwise : typed(form, name);

/** What is deleted sooner, before it is saved. */
async function confirmation(app: App, settings: Settings, days: string) {
    if (!isSooner(settings, Number(days))) return undefined;
    const due = await dueWith(app, Number(days));
    return html`<div class="note bad" role="alert"><div><strong>Candidates due for deletion with ${days} days: ${due}.</strong>
        We delete their data within an hour of saving. You cannot undo this.
        <a href="/settings">Go back</a></div></div>`;
}

interface Shown {
    name: SettingName;
    settings: Settings;
    form: Form;
    error: string | undefined;
}

async function control(visit: PageContext, { name, settings, form, error }: Shown) {
    const { value: held } = settings[name];
    const readonly = isFixed(settings[name]);
    const value = readonly ? held : textIn(form, name, held);
    const about = { ...inputs[name], name, value, help: readonly ? setBy(name) : inputs[name].help };
    const options = readonly ? undefined : optionsIn(name, held);
    return html`${options ? select({ ...about, options }) : field({ ...about, readonly, error })}
        ${await lastChange(visit, settings[name])}`;
}

/** What those that are a choice offer. */
function optionsIn(name: SettingName, held: string) {
    if (name === 'time_zone') return timeZonesWith(held);
    if (name !== 'language') return undefined;
    return Object.fromEntries(languages.map((one) => [one, nameOf(one)]));
}

/** Who changed it last. */
async function lastChange({ app }: PageContext, { changed }: Settings[SettingName]) {
    if (!changed) return undefined;
    const [, id] = /^user:(\d+)$/.exec(changed.changedBy) ?? [];
    const user = id === undefined ? undefined : await findUserById(app.store.read, Number(id));
    return html`<p class="soft"><small>Changed ${moment(changed.changedAt, clockOf(app))} by ${user?.displayName ?? 'a user who no longer exists'}.</small></p>`;
}
