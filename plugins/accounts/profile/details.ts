// The details of the logged-in user: reading them, changing them, and ticking off the first steps.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { changeProfile, plainColumns } from '../../../db/accounts/profiles.ts';
import {
    avatarTypes,
    csvSeparators,
    getUserById,
    newsMails,
    reviewMails,
    type UserRow
} from '../../../db/accounts/users.ts';
import type { Config } from '../../../config/index.ts';
import { settingsOf } from '../../../db/record/settings.ts';
import { findAvatar } from '../../../db/accounts/avatars.ts';
import { assertPassword, hashPassword, isPassword } from '../../../db/accounts/passwords.ts';
import { askEmailChange, askPasswordChange, waitingChanges } from '../../../db/accounts/pending-changes.ts';
import type { AuditActor } from '../../../db/record/audit.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import type { App } from '../../app.ts';
import { action } from '../../surfaces/actions.ts';
import { auditActorOf } from '../../surfaces/auth/requester.ts';
import {
    anyText,
    flag,
    named,
    oneOf,
    message,
    several,
    wholeId
} from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { below } from '../../surfaces/pages/base-path.ts';
import { avatarUrl } from './avatar.ts';
import { type ProfileForm, profileFields, shownAgain, changesOf } from './fields.ts';
import { pageOfForm } from './pages/index.ts';
import { normalisedPhone } from './phone.ts';
import { longTexts } from '../../surfaces/http/bodies/index.ts';
import type { Limiter } from '../../surfaces/auth/rate-limits.ts';
import { exactLimiter } from '../../surfaces/auth/attempt-limits.ts';
import { loginLimits } from '../../surfaces/auth/login-limits.ts';
import { noPicture, pictureFrom } from './picture.ts';
import { onWire } from '../../shared/wire.ts';

const quarter = 15 * 60;

export function updateAction(app: App): ServerRoute {
    const points = app.config.rates.reset;
    const mailsAsked = exactLimiter(app, { name: 'profile mails', points, seconds: quarter });
    const assertOwner = ownerCheck(app);
    return action<ProfileForm>({
        name: 'svc_update_profile',
        summary:
            'Updates your profile. A new email address or password takes effect after confirmation by link.',
        fields: profileFields,
        multipart: { maxBytes: 3 * 1024 * 1024 },
        formPost: { backTo: (form, _done, _data, code) => pageOfForm(form, code), keeps: shownAgain },
        response: { ...message, user: person, verification_required: flag, pending },
        async run(form, actor, request) {
            await assertOwner(form, actor, request);
            const { user, ...outcome } = await updateProfile(
                app,
                form,
                { actor, by: auditActorOf(request) },
                mailsAsked
            );
            return { ...outcome, user: profileOf(user, app.config) };
        }
    });
}

const pending = several(oneOf('email', 'password')).description('The changes that wait for their links.');

export const showRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'getProfile',
        method: 'GET',
        path: '/profile',
        summary: 'Returns your profile.',
        response: { user: person },
        run: async (_, { id }) => ({ user: profileOf(await getUserById(app.store.read, id), app.config) })
    });

export const firstStepsRoute = (app: App): ServerRoute =>
    rest<FirstSteps>(app, {
        name: 'updateFirstSteps',
        method: 'PATCH',
        path: '/profile/first-steps',
        summary: 'Records that a frontend’s tour was seen, and which of its first steps are done.',
        maxBytes: longTexts,
        body: firstSteps,
        response: { user: person },
        run: async (steps, { id }) => {
            const at = app.now();
            const user = await app.store.write((tx) =>
                changeProfile(tx, id, storedChangesOf(steps, at), { at })
            );
            return { user: profileOf(user, app.config) };
        }
    });

interface FirstSteps {
    tour_done?: boolean;
    checklist?: string[];
}

const firstSteps = Joi.object<FirstSteps>({
    tour_done: Joi.boolean(),
    checklist: Joi.array().items(Joi.string().max(64)).max(64).unique()
}).min(1);

const storedChangesOf = ({ tour_done, checklist }: FirstSteps, at: number) => ({
    ...(tour_done !== undefined && { tourDoneAt: tour_done ? at : null }),
    ...(checklist && { checklist })
});

const normalised = anyText.description(
    'The number as in a tel: link. Without a country code, that of the organisation is used. Empty without a number.'
);

const person = named('Profile', {
    id: wholeId,
    login: anyText,
    email: anyText,
    first_name: anyText,
    last_name: anyText,
    display_name: anyText,
    bio: anyText,
    phone: anyText,
    linkedin: anyText,
    whatsapp: anyText,
    phone_normalised: normalised,
    whatsapp_normalised: normalised,
    candidate_message: anyText,
    avatar_type: oneOf(...avatarTypes),
    avatar_url: Joi.string().required(),
    review_mails: oneOf(...reviewMails),
    work_mails: oneOf(...newsMails),
    outcome_mails: oneOf(...newsMails),
    csv_separator: oneOf(...csvSeparators),
    tour_done: flag,
    checklist: several(Joi.string())
});

function profileOf(user: UserRow, config: Config) {
    const { countryCode } = config.organisation;
    return {
        ...onWire(user, 'id', 'login', 'email', 'checklist', ...plainColumns),
        phone_normalised: normalisedPhone(user.phone, countryCode),
        whatsapp_normalised: normalisedPhone(user.whatsapp, countryCode),
        avatar_url: below(config.basePath, avatarUrl(user, config)),
        tour_done: user.tourDoneAt !== null
    };
}

/** A wrong password counts as a failed login. Only the page asks for it: the requests of the contract have no such field. */
function ownerCheck(app: App) {
    const logins = loginLimits(app);
    return async ({ email, current_password: typed }: ProfileForm, { id }: Actor, request: Request) => {
        if (email === undefined || typed === undefined) return;
        const { login, passwordHash } = await getUserById(app.store.read, id);
        const attempt = await logins.count({ request, tried: login });
        if (!(await isPassword(typed, passwordHash)))
            throw new Refusal('invalid_field', 'current_password is wrong.', { field: 'current_password' });
        await app.store.write((tx) => attempt.refund(tx));
    };
}

/** Refuses: forbidden for another user's profile; invalid_field; too_large; too_many_requests. */
async function updateProfile(
    app: App,
    form: ProfileForm,
    { actor, by }: { actor: Actor; by: AuditActor },
    mailsAsked: Pick<Limiter, 'count'>
) {
    if (form.user_id !== actor.id) throw new Refusal('forbidden', 'You can only edit your own profile.');
    const user = await getUserById(app.store.read, actor.id);
    const asked = await askedOf(app, form, user);
    if (!asked.email && !asked.password) return saved(app, form, { before: user, by });
    await mailsAsked.count(String(user.id));
    await askFor(app, user, asked);
    const pending = await waitingChanges(app.store.read, user.id, app.now());
    return { message: mailOut(app.config), user, verification_required: true, pending };
}

/** Where the email is: without a mail server it never leaves this installation. */
const mailOut = ({ mail }: App['config']) =>
    mail.url === undefined
        ? 'Not changed yet. Confirm the change with the link in the email. No mail server is set up: ask your server administrator for the email (command: mail list).'
        : 'Not changed yet. Confirm the change with the link we are emailing you.';

interface RequestedChange {
    email: string | undefined;
    password: string | undefined;
}

/** The current address and an empty password do not request a change. */
async function askedOf(
    app: App,
    { email, password, password_confirm }: ProfileForm,
    user: UserRow
): Promise<RequestedChange> {
    const isNew = email !== undefined && email.toLowerCase() !== user.email.toLowerCase();
    if (!password) return { email: isNew ? email : undefined, password: undefined };
    if (password !== password_confirm)
        throw new Refusal('invalid_field', 'The two passwords do not match.', {
            field: 'password_confirm'
        });
    const { organisation } = await settingsOf(app);
    await assertPassword(password, { names: [user.login, user.email], organisation: organisation.name });
    return { email: isNew ? email : undefined, password };
}

async function askFor({ store, secrets, now }: App, user: UserRow, { email, password }: RequestedChange) {
    const asking = { secret: secrets.links, at: now() };
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    await store.write(async (tx) => {
        if (email !== undefined) await askEmailChange(tx, user, email, asking);
        if (passwordHash !== undefined) await askPasswordChange(tx, user, passwordHash, asking);
    });
}

async function saved(app: App, form: ProfileForm, { before, by }: { before: UserRow; by: AuditActor }) {
    const { store, config, now } = app;
    if (form.avatar_type === 'gravatar' && !config.gravatar) throw noSuchAvatar();
    const picture = form.avatar_upload ? await pictureFrom(form.avatar_upload) : undefined;
    if (form.avatar_type === 'upload' && !picture && !(await findAvatar(store.read, before.id)))
        throw noPicture();
    const changes = changesOf(form);
    const change = { picture, by, at: now() };
    const user = await store.write((tx) => changeProfile(tx, before.id, changes, change));
    const pending = await waitingChanges(store.read, before.id, now());
    return { message: 'Profile saved.', user, verification_required: false, pending };
}

const noSuchAvatar = () =>
    new Refusal('invalid_field', 'Gravatar is turned off on this server.', { field: 'avatar_type' });
