// Topics of many operations, described once: sessions, lists, limits, repeats, versions and CORS.
import { readableHeaders } from '../../surfaces/http/cors.ts';

interface Topic {
    id: string;
    title: string;
    text: string;
}

export const topics: readonly Topic[] = [
    {
        id: 'nonces',
        title: 'Renew a nonce',
        text: 'A nonce belongs to a session and is valid for 12 to 24 hours. Send it with a write in `X-Svc-Nonce`. `GET /session` returns fresh ones in `data.nonces`, by name. After a 403 with the code `bad_nonce`, get new ones there and send the request again. After a 401, log in again.'
    },
    {
        id: 'paging',
        title: 'Read a list page by page',
        text: 'A list takes `page` (from 1) and `per_page` (50, up to 200), and returns `items` and `total`. Counting stops at 10,000. Then `more` is true.'
    },
    {
        id: 'limits',
        title: 'Limits',
        text: 'A caller who sends too many requests gets 429. `Retry-After` is the number of seconds to wait, also with 503. The limits are settings of the server (`RATE_ACTIONS`, `RATE_POLLS`, `RATE_BACKEND`, `RATE_TOOLS`, `RATE_PAGES` and others). 0 means no limit. A body that is too large gets 413.'
    },
    {
        id: 'builds',
        title: 'Follow a build',
        text: 'One poll is enough: `svc_get_step_status` returns the current step, the `state` of the build and its `progress` from 0 to 1. After the end there is no current step. `failed_step` and `failure` contain where and why a build failed. One poll a second is enough.'
    },
    {
        id: 'idempotency',
        title: 'Send a request again',
        text: 'A GET can always be sent again. A write that already took effect returns 409 and changes nothing. `POST /screens` and `POST /screens/invitations` take a `key` of your choice (idempotency key): the same key creates and invites once. `svc_start_full_sage_build` resumes a build that is running.'
    },
    {
        id: 'versions',
        title: 'Versions',
        text: 'The `ETag` of a response is the version of its resource. `If-None-Match` with it returns 304 if nothing changed. `If-Match` rejects a change of another version with 412. Paths of the web have the segment `v1`. New fields may be added to responses: ignore those that you do not know.'
    },
    {
        id: 'cors',
        title: 'Call from another origin (CORS)',
        text: `A page of another origin can call form actions and JSON routes if \`ALLOWED_ORIGINS\` contains its origin. Send the request with credentials. It can read the headers ${readableHeaders}. \`X-Request-Id\` names the request in the log of the server.`
    }
];

/** Those in which each word of the text is; all of them without a text. */
export function topicsOf(text: string) {
    const words = text.toLowerCase().split(/\s+/);
    return topics.filter(({ id, title, text }) => {
        const whole = `${id} ${title} ${text}`.toLowerCase();
        return words.every((word) => whole.includes(word));
    });
}
