// The picture of a user, as it is shown.
import { createHash } from 'node:crypto';
import type { Lifecycle } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../config.ts';
import { findAvatar } from '../../db/avatars.ts';
import { getUserById, type UserRow } from '../../db/users.ts';
import type { App } from '../app.ts';
import { actorOf } from '../surfaces/auth.ts';
import { checked, formInteger } from '../surfaces/fields.ts';
import { initials } from './initials.ts';

const avatarId = Joi.object({ id: formInteger.required() });

/** The uploaded picture or the initials: a picture of ours in any case, which runs nothing. */
export function avatar({ store }: App): Lifecycle.Method {
    return async (request, h) => {
        actorOf(request);
        const { id } = checked<{ id: number }>(avatarId, request.params, { convert: true });
        const user = await getUserById(store.read, id);
        const uploaded = user.avatarType === 'upload' ? await findAvatar(store.read, id) : undefined;
        if (uploaded)
            return h
                .response(uploaded.image)
                .type('image/webp')
                .etag(uploaded.digest, { weak: false, vary: false });
        return h.response(initials(user.displayName)).type('image/svg+xml');
    };
}

export const gravatarHost = 'https://www.gravatar.com';

/** Whether this user's picture comes from Gravatar, where the installation allows that. */
export const isGravatar = ({ avatarType }: UserRow, { gravatar }: Config) =>
    gravatar && avatarType === 'gravatar';

export function avatarUrl(user: UserRow, config: Config) {
    if (!isGravatar(user, config)) return `/avatars/${user.id}`;
    const digest = createHash('sha256').update(user.email.trim().toLowerCase()).digest('hex');
    return `${gravatarHost}/avatar/${digest}?s=256&d=mp`;
}
