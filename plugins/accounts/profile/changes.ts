// Implements svc_update_profile: a new address or password waits for its link, every other change is saved immediately.
import { settingsOf } from '../../../db/record/settings.ts';
import { findAvatar } from '../../../db/accounts/avatars.ts';
import { assertPassword, hashPassword } from '../../../db/accounts/passwords.ts';
import { askEmailChange, askPasswordChange, waitingChanges } from '../../../db/accounts/pending-changes.ts';
import { changeProfile } from '../../../db/accounts/profiles.ts';
import type { AuditActor } from '../../../db/record/audit.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import type { Limiter } from '../../surfaces/auth/rate-limits.ts';
import { changesOf, type ProfileForm } from './fields.ts';
import { noPicture, pictureFrom } from './picture.ts';

/** Refuses: forbidden for another user's profile; invalid_field; too_large; too_many_requests. */
export async function updateProfile(
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
