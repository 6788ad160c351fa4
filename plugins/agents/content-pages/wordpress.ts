// The public pages of a WordPress, read over its REST API without a login.
import Joi from 'joi';
import type { App } from '../../app.ts';
import { ToolFailure, callFailed } from '../../surfaces/tools/failures.ts';

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

/** Refusals that are about one page. Any other is about all of them: REST is switched off, or something in front of it refuses. */
const ofOnePage = ['rest_post_invalid_id', 'rest_forbidden'];

/** The page, or undefined where WordPress has none for the public. Throws a ToolFailure, also where it cannot be read at all. */
export function fromWordpress({ outgoing }: Pick<App, 'outgoing'>, site: string) {
    const base = site.replace(/(?<!\/)\/+$/, '');
    const query = `_fields=${Object.keys(pageFields).join(',')}`;
    const pretty = (id: number) => `${base}/wp-json/wp/v2/pages/${id}?${query}`;
    const plain = (id: number) => `${base}/?rest_route=/wp/v2/pages/${id}&${query}`; // without rewriting of addresses
    let working = pretty;
    async function ask(url: string, signal: AbortSignal) {
        const response = await outgoing.fetch(url, { timeout: patience, maxBytes, signal }).catch(callFailed);
        const { status } = response;
        if (status === 200) return { status, code: '', text: await response.text().catch(callFailed) };
        if ([401, 403, 404].includes(status)) return { status, code: await codeOf(response) };
        await response.body?.cancel().catch(() => undefined);
        return { status, code: '' };
    }
    return async (id: number, signal: AbortSignal) => {
        const first = working;
        const other = first === pretty ? plain : pretty;
        let answer = await ask(first(id), signal);
        let asked = first;
        if (answer.status === 404 && answer.code === '') {
            asked = other;
            answer = await ask(other(id), signal);
        }
        const found = answer.text === undefined ? undefined : pageIn(answer.text, id);
        if (found || answer.code !== '') working = asked; // anything else may be the front page of the site
        if (found) return found;
        if (ofOnePage.includes(answer.code)) return undefined;
        throw new ToolFailure(`The content system answered ${answer.status}.`);
    };
}

/** The code of a refusal of REST itself; empty where something else answers. */
async function codeOf(response: Response) {
    const given = (await response.json().catch(() => undefined)) as { code?: unknown } | null | undefined;
    return typeof given?.code === 'string' ? given.code : '';
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
