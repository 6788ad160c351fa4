// The profile of the logged-in user: details, picture, address, password and sessions.
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { changeProfile } from '../../../db/accounts/profiles.ts';
import { avatarTypes, getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { Config } from '../../../config.ts';
import type { App } from '../../app.ts';
import { action } from '../../surfaces/actions.ts';
import {
    anyText,
    flag,
    named,
    oneOf,
    message,
    several,
    wholeId
} from '../../surfaces/openapi/response-fields.ts';
import { limiter } from '../../surfaces/auth/rate-limits.ts';
import { rest } from '../../surfaces/rest.ts';
import { avatar, avatarOptions, avatarUrl } from './avatar.ts';
import { updateProfile } from './changes.ts';
import { type ProfileForm, profileFields, shownAgain } from './fields.ts';
import { profilePage } from './page.ts';
import { sessionRoutes } from './sessions.ts';
import { verifyPages } from './verify.ts';

const quarter = 15 * 60;

export const profile: Plugin<App> = {
    name: 'profile',
    dependencies: ['actions', 'auth', 'form-posts'],
    register(server, app) {
        const { store, config, now } = app;
        // RATE_RESET limits all mails that a user may ask for about an account.
        const mailsAsked = limiter(config.rates.reset, quarter);
        server.route([
            action<ProfileForm>({
                name: 'svc_update_profile',
                summary: 'Changes your profile. A new address or password counts once its link was followed.',
                fields: profileFields,
                multipart: { maxBytes: 3 * 1024 * 1024 },
                formPost: { backTo: () => '/profile', keeps: shownAgain },
                response: {
                    ...message,
                    user: person,
                    verification_required: flag,
                    pending: several(oneOf('email', 'password')).description(
                        'The changes that wait for their links.'
                    )
                },
                async run(form, actor) {
                    const { user, ...outcome } = await updateProfile(app, form, actor, mailsAsked);
                    return { ...outcome, user: profileOf(user, config) };
                }
            }),
            rest(app, {
                method: 'GET',
                path: '/profile',
                summary: 'Returns your profile.',
                response: { user: person },
                run: async (_, { id }) => ({ user: profileOf(await getUserById(store.read, id), config) })
            }),
            rest<{ tour_done?: boolean; checklist?: string[] }>(app, {
                method: 'PATCH',
                path: '/profile/first-steps',
                summary: 'Records that the tour was seen, and which first steps are ticked off.',
                body: Joi.object({
                    tour_done: Joi.boolean(),
                    checklist: Joi.array().items(Joi.string().max(64)).max(64).unique()
                }).min(1),
                response: { user: person },
                run: async ({ tour_done, checklist }, { id }) => {
                    const changes = {
                        ...(tour_done !== undefined && { tourDoneAt: tour_done ? now() : null }),
                        ...(checklist && { checklist })
                    };
                    const user = await store.write((tx) => changeProfile(tx, id, changes, { at: now() }));
                    return { user: profileOf(user, config) };
                }
            }),
            { method: 'GET', path: '/avatars/{id}', options: avatarOptions, handler: avatar(app) },
            ...sessionRoutes(app),
            profilePage(app),
            ...verifyPages(app)
        ]);
    }
};

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
    candidate_message: anyText,
    avatar_type: oneOf(...avatarTypes),
    avatar_url: Joi.string().required(),
    tour_done: flag,
    checklist: several(Joi.string())
});

function profileOf(user: UserRow, config: Config) {
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
        avatar_url: avatarUrl(user, config),
        tour_done: user.tourDoneAt !== null,
        checklist
    };
}
