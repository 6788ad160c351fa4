// What the document says before its operations, in Markdown: what holds for all of them, and how callers of each surface log in.
import type { Config } from '../../../config/index.ts';
import { readableHeaders } from '../http/cors.ts';

export const introduction = `Written candidate screening with sales and intake. Log in with \`POST /login\` to get a \
session cookie and nonces, or send a service token or JWT. \
\`x-any-of\` names the capabilities or scopes of which one lets the caller in, \`x-nonces\` the nonces of which a write by \
a browser brings one. Unknown body fields are rejected.

**Renew a nonce.** A nonce belongs to a session and is valid for 12 to 24 hours. Send it with a write in \`X-Svc-Nonce\`. \
\`GET /session\` returns fresh ones in \`data.nonces\`, by name. After a 403 with the code \`bad_nonce\`, get new ones there and \
send the request again. After a 401, log in again.

**Read a list page by page.** A list takes \`page\` (from 1) and \`per_page\` (50, up to 200), and returns \`items\` and \
\`total\`. Counting stops at 10,000. Then \`more\` is true.

**Limits.** A caller who sends too many requests gets 429. \`Retry-After\` is the number of seconds to wait, also with 503. \
The limits are settings of the server (\`RATE_ACTIONS\`, \`RATE_POLLS\`, \`RATE_BACKEND\`, \`RATE_TOOLS\`, \`RATE_PAGES\` and others). \
0 means no limit. A body that is too large gets 413.

**Follow a build.** One poll a second is enough: \`svc_get_step_status\` returns the current step, the \`state\` of the build \
and its \`progress\` from 0 to 1. After the end there is no current step. \`failed_step\` and \`failure\` contain where and why \
a build failed.

**Send a request again.** A GET can always be sent again. A write that already took effect returns 409 and changes nothing. \
\`POST /screens\` and \`POST /screens/invitations\` take a \`key\` of your choice (idempotency key): the same key creates and \
invites once. \`svc_start_full_sage_build\` resumes a build that is running.

**Versions.** The \`ETag\` of a response is the version of its resource. \`If-None-Match\` with it returns 304 if nothing \
changed. \`If-Match\` rejects a change of another version with 412. Paths of the web have the segment \`v1\`. New fields may be \
added to responses: ignore those that you do not know.

**Call from another origin (CORS).** A page of another origin can call form actions and JSON routes if \`ALLOWED_ORIGINS\` \
contains its origin. Send the request with credentials. It can read the headers ${readableHeaders}. \`X-Request-Id\` names the \
request in the log of the server.`;

/** The tags of the operations: what each surface is, how callers authenticate, and what a refusal looks like. */
export function surfacesOf({ paths: { rest, ajax } }: Pick<Config, 'paths'>) {
    const texts = {
        action: `Form actions of the web application. Send each action as \`POST ${ajax}/<action>\` with form fields, or as \
\`POST ${ajax}?action=<action>&nonce=\` with the same fields and \`action\`. Send the session cookie of \`POST ${rest}/login\`, \
and its \`svc_frontend_nonce\` in \`X-Svc-Nonce\` or as the field \`nonce\`. A refusal is \
\`{"success": false, "data": {"message": ...}}\` with its code in \`X-Svc-Error\`.`,
        rest: `JSON of the web application. Send the session cookie of \`POST ${rest}/login\`. For a write, send its \`svc_rest\` \
nonce in \`X-Svc-Nonce\`. Support routes also take a service token. A success is \`{"success": true, "data": ...}\`, a refusal \
\`{"success": false, "data": {"message": ...}}\` with its code in \`X-Svc-Error\` and the field in \`X-Svc-Field\`.`,
        backend: `The backend API. Send a JWT in \`Authorization: Bearer\`, from \`POST ${rest}/auth/token\` or from \`jwt issue\` on \
the command line. It never allows more than the current permissions of its user. A refusal is \
\`{"statusCode", "error", "message"}\`, or problem details (RFC 9457) for a client that accepts \`application/problem+json\`.`,
        tool: 'Tools of agents. Send a service token in `X-Service-Token`. Its scopes (`tool:<name>`, or `tool:*`) allow its \
tools. The same tools are available with the Model Context Protocol at `/mcp`. A refusal is `{"error", "detail"}`.',
        page: 'Pages for people and what their forms post. Programs have a JSON route or a form action for the same.',
        operations:
            'For operators of the service. Health, readiness and the API description are public. Metrics need a service token \
with the scope `metrics:read`.'
    };
    return Object.entries(texts).map(([name, description]) => ({ name, description }));
}
