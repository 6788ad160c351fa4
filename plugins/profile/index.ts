// Everybody's own profile: what they say of themselves, their picture, their address and password, their sessions.
import { createHash } from 'node:crypto';
import type { Lifecycle, Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { findAvatar } from '../../db/avatars.ts';
import { changeProfile } from '../../db/profiles.ts';
import { Refusal } from '../../db/refusal.ts';
import { closeOwnSession, listSessionsOf } from '../../db/sessions.ts';
import { findUserById, type UserRow } from '../../db/users.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { actorOf } from '../surfaces/auth.ts';
import { checked, formInteger } from '../surfaces/fields.ts';
import { limiter } from '../surfaces/limits.ts';
import { rest } from '../surfaces/rest.ts';
import { updateProfile } from './changes.ts';
import { type ProfileForm, profileFields } from './fields.ts';
import { initials } from './initials.ts';

const quarter = 15 * 60;

export const profile: Plugin<App> = {
    name: 'profile',
    dependencies: ['actions', 'auth'],
    register(server, app) {
        const { store, config, now } = app;
        const mailsAsked = limiter(config.rates.reset, quarter);
        server.route([
            action<ProfileForm>({
                name: 'svc_update_profile',
                summary:
                    'Changes the own profile. A new address or password counts once its link was followed.',
                fields: profileFields,
                multipart: { maxBytes: 3 * 1024 * 1024 },
                backTo: () => '/profile',
                async run(form, actor) {
                    const { user, ...answer } = await updateProfile(app, form, actor, mailsAsked);
                    return { ...answer, user: profileOf(user) };
                }
            }),
            rest(app, {
                method: 'GET',
                path: '/profile',
                summary: 'The own profile.',
                run: async (_, { id }) => ({ user: profileOf(await userOf(app, id)) })
            }),
            rest<{ tour_done?: boolean; checklist?: string[] }>(app, {
                method: 'PATCH',
                path: '/profile/first-steps',
                summary: 'Remembers that the tour was seen, and what is ticked off of the first steps.',
                body: Joi.object({
                    tour_done: Joi.boolean(),
                    checklist: Joi.array().items(Joi.string().max(64)).max(64).unique()
                }).min(1),
                run: async ({ tour_done, checklist }, { id }) => {
                    const changes = {
                        ...(tour_done !== undefined && { tourDoneAt: tour_done ? now() : null }),
                        ...(checklist && { checklist })
                    };
                    const user = await store.write((tx) => changeProfile(tx, id, changes, { at: now() }));
                    return { user: profileOf(user) };
                }
            }),
            rest(app, {
                method: 'GET',
                path: '/sessions',
                summary: 'Where the user is logged in.',
                run: async (_, actor) => ({ items: await listSessionsOf(store.read, actor, now()) })
            }),
            rest<{ id: string }>(app, {
                method: 'POST',
                path: '/sessions/{id}/revoke',
                summary: 'Ends one of the own sessions.',
                params: { id: Joi.string().hex().length(16).required() },
                run: async ({ id }, actor) => {
                    await store.write((tx) => closeOwnSession(tx, actor.id, id));
                    return { message: 'That session is ended.' };
                }
            }),
            { method: 'GET', path: '/avatars/{id}', options: { auth: 'session' }, handler: avatar(app) }
        ]);
    }
};

async function userOf({ store }: App, id: number) {
    const user = await findUserById(store.read, id);
    if (!user) throw new Refusal('not_found', 'User not found.');
    return user;
}

const avatarId = Joi.object({ id: formInteger.required() });

/** The uploaded picture, Gravatar's address, or the initials; a picture of ours in any case runs nothing. */
function avatar(app: App): Lifecycle.Method {
    return async (request, h) => {
        actorOf(request);
        const { id } = checked<{ id: number }>(avatarId, request.params, { convert: true });
        const user = await userOf(app, id);
        const uploaded = user.avatarType === 'upload' ? await findAvatar(app.store.read, id) : undefined;
        if (uploaded)
            return h
                .response(uploaded.image)
                .type('image/webp')
                .etag(uploaded.digest, { weak: false, vary: false });
        return h.response(initials(user.displayName)).type('image/svg+xml');
    };
}

function profileOf(user: UserRow) {
    const { id, login, email, bio, phone, linkedin, whatsapp, checklist } = user;
    return {
        id,
        login,
        email,
        first_name: user.firstName,
        last_name: user.lastName,
        display_name: user.displayName,
        bio,
        phone,
        linkedin,
        whatsapp,
        candidate_message: user.candidateMessage,
        avatar_type: user.avatarType,
        avatar_url: avatarUrl(user),
        tour_done: user.tourDoneAt !== null,
        checklist
    };
}

function avatarUrl({ id, email, avatarType }: UserRow) {
    if (avatarType !== 'gravatar') return `/avatars/${id}`;
    const digest = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
    return `https://www.gravatar.com/avatar/${digest}?s=256&d=mp`;
}
