// Serving the picture of a user.
import { createHash } from 'node:crypto';
import type { Lifecycle, ResponseToolkit, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { findAvatar } from '../../../db/accounts/avatars.ts';
import type { Reader } from '../../../db/store/index.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { actorOf } from '../../surfaces/auth/requester.ts';
import { validated, formInteger } from '../../surfaces/http/fields.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';

const avatarId = Joi.object<{ id: number }>({ id: formInteger.required() });

export const avatarOptions: RouteOptions = {
    ...pageDocs('getAvatar', 'Returns the picture of a user.', {
        types: ['image/webp', 'image/svg+xml'],
        params: avatarId,
        versioned: true,
        also: [400, 404]
    }),
    auth: 'session'
};

/** Serves the uploaded picture or the initials. This server has encoded both, so neither can contain a script. */
export function avatar({ store, config }: App): Lifecycle.Method {
    // Pages of ALLOWED_ORIGINS show the picture too. Pages of other sites cannot: browsers do not send them the session cookie.
    const shownBy = config.otherOrigins.length > 0 ? 'same-site' : 'same-origin';
    return async (request, h) => {
        actorOf(request);
        const { id } = validated(avatarId, request.params, { convert: true });
        const picture = await pictureOf(await getUserById(store.read, id), store.read, h);
        return picture.header('cross-origin-resource-policy', shownBy);
    };
}

async function pictureOf(user: UserRow, on: Reader, h: ResponseToolkit) {
    const uploaded = user.avatarType === 'upload' ? await findAvatar(on, user.id) : undefined;
    if (!uploaded) return h.response(initials(user.displayName)).type('image/svg+xml');
    return h.response(uploaded.image).type('image/webp').etag(uploaded.digest, { weak: false, vary: false });
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

const letters = /\p{L}|\p{N}/u;

/** A square with the initials of a name, always the same colour for the same name. */
function initials(name: string) {
    const words = name.split(/\s+/).filter((word) => letters.test(word));
    const first = [words[0], words.length > 1 ? words.at(-1) : undefined];
    const shown = first.map((word) => letters.exec(word ?? '')?.[0] ?? '').join('');
    const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
    return [
        '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">',
        `<rect width="256" height="256" fill="hsl(${hue} 45% 35%)"/>`,
        `<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="104" fill="#fff">${shown.toLocaleUpperCase('en')}</text>`,
        '</svg>'
    ].join('');
}
