// The public pages of a WordPress, read over its REST API without a login.
import Joi from 'joi';
import type { App } from '../../app.ts';
import { callFailed } from '../../surfaces/tools/outgoing-failures.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';

export interface Page {
    id: number;
    slug: string;
    status: string;
    title: Rendered;
    content: Rendered;
    excerpt: Rendered;
    link: string | null;
    date_gmt: string | null;
    modified_gmt: string | null;
}

interface Rendered {
    rendered: string;
}

const rendered = Joi.object({ rendered: Joi.string().allow('').required() }).required();
const moment = Joi.string()
    .pattern(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$/, 'a UTC time without its zone')
    .allow(null)
    .required();

/** The fields of a page as the WordPress REST API names them. */
export const pageFields = {
    id: Joi.number().integer().min(1).required(),
    slug: Joi.string().allow('').required(),
    status: Joi.string().required(),
    title: rendered,
    content: rendered.description('HTML.'),
    excerpt: rendered,
    link: Joi.string().allow(null).required(),
    date_gmt: moment.description('When it was published, UTC without a zone.'),
    modified_gmt: moment
};
const page = Joi.object<Page>(pageFields);

/** Milliseconds for one page. */
export const patience = 8000;
const maxBytes = 2 * 1024 * 1024;

/** The page, or undefined where WordPress has none for the public. Throws a ToolFailure. */
export function fromWordpress({ outgoing }: App, site: string) {
    const pages = `${site.replace(/(?<!\/)\/+$/, '')}/wp-json/wp/v2/pages`;
    const query = `_fields=${Object.keys(pageFields).join(',')}`;
    return async (id: number, signal: AbortSignal) => {
        const request = { timeout: patience, maxBytes, signal };
        const response = await outgoing.fetch(`${pages}/${id}?${query}`, request).catch(callFailed);
        if (response.status === 200) return pageIn(await response.text().catch(callFailed), id);
        await response.body?.cancel().catch(() => undefined);
        if ([401, 403, 404].includes(response.status)) return undefined;
        throw new ToolFailure(`The content system answered ${response.status}.`);
    };
}

/** Lets only the known fields of the requested page through. */
function pageIn(text: string, id: number) {
    const { value, error } = page.validate(parsed(text), { convert: false, stripUnknown: true });
    if (error || value.id !== id) throw new ToolFailure('BadAnswer');
    return value;
}

function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch (error) {
        if (error instanceof SyntaxError) throw new ToolFailure('BadAnswer'); // the message of a SyntaxError holds the text that was received
        throw error;
    }
}
