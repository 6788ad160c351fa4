// The details of the logged-in user: reading them, changing them, and ticking off the first steps.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { changeProfile } from '../../../db/accounts/profiles.ts';
import {
    avatarTypes,
    csvSeparators,
    getUserById,
    reviewMails,
    type UserRow
} from '../../../db/accounts/users.ts';
import type { Config } from '../../../config/index.ts';
import type { App } from '../../app.ts';
import { action } from '../../surfaces/actions.ts';
import { auditActorOf } from '../../surfaces/auth/requester.ts';
import { exactLimiter } from '../../surfaces/auth/exact-limits.ts';
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
import { updateProfile } from './changes.ts';
import { type ProfileForm, profileFields, shownAgain } from './fields.ts';
import { pageOfForm } from './pages/tabs.ts';
import { normalisedPhone } from './phone.ts';
import { longTexts } from '../../surfaces/http/bodies/index.ts';

const quarter = 15 * 60;

export function updateAction(app: App): ServerRoute {
    // RATE_RESET limits all emails that a user may request about an account.
    const points = app.config.rates.reset;
    const mailsAsked = exactLimiter(app, { name: 'profile mails', points, seconds: quarter });
    return action<ProfileForm>({
        name: 'svc_update_profile',
        summary:
            'Updates your profile. A new email address or password takes effect after confirmation by link.',
        fields: profileFields,
        multipart: { maxBytes: 3 * 1024 * 1024 },
        formPost: { backTo: (form, _done, _data, code) => pageOfForm(form, code), keeps: shownAgain },
        response: { ...message, user: person, verification_required: flag, pending },
        async run(form, actor, request) {
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
            const user = await app.store.write((tx) => changeProfile(tx, id, changesOf(steps, at), { at }));
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

const changesOf = ({ tour_done, checklist }: FirstSteps, at: number) => ({
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
    csv_separator: oneOf(...csvSeparators),
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
        phone_normalised: normalisedPhone(phone, config.organisation.countryCode),
        whatsapp_normalised: normalisedPhone(whatsapp, config.organisation.countryCode),
        candidate_message: user.candidateMessage,
        avatar_type: user.avatarType,
        avatar_url: below(config.basePath, avatarUrl(user, config)),
        review_mails: user.reviewMails,
        csv_separator: user.csvSeparator,
        tour_done: user.tourDoneAt !== null,
        checklist
    };
}
