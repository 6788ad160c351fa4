// The text of docs/reference/api.md: every operation of the document in a table, by surface, and what to know before a call.
import type { Server } from '@hapi/hapi';
import type { Config } from '../../config/index.ts';
import { firstSentence, nameOf } from '../../plugins/operations/api-docs/prose.ts';
import { refusals } from '../../plugins/surfaces/openapi/refusals.ts';
import {
    type Group,
    type Operation,
    referenceOf,
    type Surface
} from '../../plugins/operations/api-docs/reference.ts';
import { aboutSurfaces } from '../../plugins/operations/api-docs/surfaces.ts';
import { letsIn } from '../../plugins/operations/api-docs/who.ts';
import { openapiOf } from '../../plugins/operations/document.ts';

const head = `# API

For developers. Reference: every operation of programs, made from \`/openapi.json\` by \`npm run write\`.

\`/docs\` of your server shows the same with every field, every response and a call to copy, and also the pages for people. The how-to pages show the calls
step by step: [agents](../how-to/connect-agents.md), [backend](../how-to/use-the-backend-api.md), [deals](../how-to/close-a-deal.md),
[candidates](../how-to/review-candidates.md), [sages](../how-to/build-a-sage.md), [support](../how-to/fix-failed-jobs.md). The
examples continue in the shell of [Make your first API call](../tutorial/first-api-call.md).
`;

const generated = `## A generated client

Generators of clients create typed functions from \`/openapi.json\`. After
\`npx @hey-api/openapi-ts --input http://localhost:3000/openapi.json --output council\` you can write:

\`\`\`ts
import { logIn, startFullSageBuild } from './council';
import { client } from './council/client.gen';

client.setConfig({ baseUrl: 'http://localhost:3000' });
const { data: session, response } = await logIn({ body: { login: 'author', password: '...' } });
const headers = {
    cookie: (response?.headers.getSetCookie() ?? []).map((one) => one.split(';')[0]).join('; '),
    'x-svc-nonce': session?.data.nonces.svc_frontend_nonce ?? '' // svc_rest for JSON routes
};
const { data: build, error } = await startFullSageBuild({ headers, body: { sage_id: 1 } });
console.log(build?.run_id ?? error?.data.message);
\`\`\`
`;

/** One call of each surface, after the login of the tutorial. */
const calls: Partial<Record<Surface, string>> = {
    action: `action svc_get_active_splash | jq .data`,
    rest: `api $url/credits | jq '.data | {balance, held}'`,
    backend: `jwt=$(api -d '{}' $url/auth/token | jq -r .data.token)
json -H "authorization: Bearer $jwt" http://localhost:3000/pl/council-sage/1/prompt/results | jq -r .sha256`,
    tool: `service=$(npm run -s cli -- token issue --name caller --scopes 'tool:*' --json | jq -r .token)
json -H "x-service-token: $service" http://localhost:3000/tools/list | jq '.tools[].name'`,
    operations: `json http://localhost:3000/openapi.json | jq '.paths | length'
curl -s --fail-with-body 'http://localhost:3000/docs?q=deal' | grep -c 'class="opens"'`
};

/** Returns docs/reference/api.md for the document of this server. */
export function apiGuide(server: Server, config: Config): string {
    const { base, groups } = referenceOf(openapiOf(server, config));
    const about = aboutSurfaces(base, config.paths);
    const shown = groups.filter(({ surface, operations }) => surface !== 'page' && operations.length > 0);
    return [
        head,
        `| Surface | Operations | What it is |\n| --- | --- | --- |\n${shown.map((group) => `| [${about[group.surface].title}](#${anchorOf(about[group.surface].title)}) | ${group.operations.length} | ${cell(group.description)} |`).join('\n')}\n`,
        generated,
        refused(),
        ...shown.map((group) => section(group, about[group.surface]))
    ].join('\n');
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

const refused = () => `## Refusals

Form actions and JSON routes send the code in \`X-Svc-Error\` and the field in \`X-Svc-Field\`. \`/openapi.json\` lists the statuses of
each operation, with an example of each code. With \`WEB_FAILURE_STATUS=200\` these two surfaces send every failure except 401,
403, 429 and 5xx as 200.

| Status | Codes | What it means |
| --- | --- | --- |
${refusals.map(({ status, codes, meaning }) => `| ${status} | ${codes.map((code) => `\`${code}\``).join(', ')} | ${meaning} |`).join('\n')}
`;

function section({ surface, operations }: Group, { title, text }: { title: string; text: string }) {
    const call = calls[surface];
    return `## ${title}

${wrapped(text)}
${call === undefined ? '' : `\n\`\`\`sh\n${call}\n\`\`\`\n`}
| Call | What it does | Lets in |
| --- | --- | --- |
${operations.map(line).join('\n')}
`;
}

const line = (operation: Operation) =>
    `| \`${nameOf(operation)}\` | ${cell(firstSentence(operation.description))} | ${cell(letsIn(operation))} |`;

const cell = (text: string) => plain(text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' '));

/** What is in angles would be markup, unless it is code already. */
const plain = (text: string) =>
    text
        .split('`')
        .map((part, place) => (place % 2 === 0 ? part.replaceAll(/<(\w+)>/g, String.raw`\<$1\>`) : part))
        .join('`');

/** Lines of at most 120 characters; what is between spaces stays whole. */
function wrapped(text: string) {
    const lines = [''];
    for (const word of text.split(' ')) {
        const last = lines.at(-1) ?? '';
        if (last.length + word.length >= 120) lines.push(word);
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    }
    return plain(lines.join('\n'));
}
