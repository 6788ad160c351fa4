// Changing the settings that are in the store.
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
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { anyText, oneOf } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { isFixed, organisationName, setBy, settingsScope as scope } from '../shared/settings-view.ts';

type Changes = Partial<Record<SettingName, string | number>>;

const schemas = {
    organisation: organisationName,
    contact: emailAddress.allow(''),
    language: Joi.valid('', ...languages),
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
export function isSooner({ keep_candidates_days: { value } }: Settings, days: number) {
    return days > 0 && (value === '0' || days < Number(value));
}

const mostCounted = 1000;

interface Counting extends Pick<App, 'now'> {
    store: Pick<App['store'], 'read'>;
}

/** How many candidates are due at this moment with another number of days, in words. */
export async function dueWith({ store, now }: Counting, days: number) {
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
