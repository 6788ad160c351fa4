// The fields of a banner as administrators send them, and the columns that they become.
import Joi from 'joi';
import type { SplashBody } from '../../db/sales/splashes.ts';
import { freeText, identifier, oneLine, shortText } from '../surfaces/http/fields.ts';
import { harmless } from '../surfaces/pages/parts/harmless.ts';
import { inColumns, type Wire } from '../shared/wire.ts';

export type Body = Wire<SplashBody>;

const invalidLink: Joi.CustomValidator<string> = (_, helpers) => helpers.message({ custom: 'Invalid link' });

/** A banner may link to a path of this site or to a page on the web. */
const link: Joi.CustomValidator<string> = (value, helpers) =>
    /^\/(?![/\\])[^\s\\]*$/.test(value) || isWeb(value) ? value : invalidLink(value, helpers);

/** The server never fetches the image; the browser does, and only from the web. */
const image: Joi.CustomValidator<string> = (value, helpers) =>
    isWeb(value) ? value : invalidLink(value, helpers);

/** An https address with two slashes, a host name with a dot in it, and no user or password. */
function isWeb(value: string) {
    const url = /^https:\/\/[^\s\\]+$/.test(value) ? URL.parse(value) : null;
    return url !== null && /\.[a-z][a-z0-9-]*\.?$/i.test(url.hostname) && !url.username && !url.password;
}

export const fields = {
    title: shortText,
    subtitle: oneLine(500).allow(''),
    content: freeText.allow('').max(50_000),
    cta_text: oneLine(100).allow(''),
    cta_link: identifier.allow('').max(2000).custom(link),
    image_url: identifier.allow('').max(2000).custom(image),
    published: Joi.boolean()
};

export const newSplash = {
    title: fields.title.required(),
    subtitle: fields.subtitle.default(''),
    content: fields.content.default(''),
    cta_text: fields.cta_text.default(''),
    cta_link: fields.cta_link.default(''),
    image_url: fields.image_url.default(''),
    published: fields.published.default(false)
};

export function columnsOf(body: Partial<Body>): Partial<SplashBody> {
    const changes: Partial<SplashBody> = inColumns(body);
    return changes.content === undefined ? changes : { ...changes, content: harmless(changes.content) };
}
