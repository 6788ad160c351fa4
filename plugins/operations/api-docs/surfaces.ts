// What a reader must know of each surface before calling it, for the pages and for docs/reference/api.md.
import type { Config } from '../../../config/index.ts';
import type { Surface } from './reference.ts';

interface About {
    title: string;
    /** How callers authenticate, and what a refusal looks like. */
    text: string;
    /** The commands that come before the first call. */
    login?: string;
}

/** `base` is the address of the service. */
export function aboutSurfaces(base: string, { rest, ajax }: Config['paths']): Record<Surface, About> {
    const login = `curl -s -c jar -H 'content-type: application/json' \\
    -d '{"login":"author","password":"..."}' ${base}${rest}/login > login.json
`;
    return {
        action: {
            title: 'Form actions',
            text: `Send each action as POST ${ajax}/<action> with form fields, or as POST ${ajax}?action=<action>&nonce= with the same fields and action. Send the session cookie of POST ${rest}/login, and a nonce from its response in X-Svc-Nonce or as the field nonce. A refusal is {"success": false, "data": {"message": ...}} with its code in X-Svc-Error.`,
            login: `${login}nonce=$(jq -r .data.nonces.svc_frontend_nonce login.json)`
        },
        rest: {
            title: 'JSON routes',
            text: `Send the session cookie of POST ${rest}/login. For a write, send a nonce from its response in X-Svc-Nonce. Support routes also take a service token. A success is {"success": true, "data": ...}, a refusal {"success": false, "data": {"message": ...}} with its code in X-Svc-Error and the field in X-Svc-Field.`,
            login: `${login}nonce=$(jq -r .data.nonces.svc_rest login.json)`
        },
        backend: {
            title: 'Backend API',
            text: `A JWT in Authorization: Bearer, from POST ${rest}/auth/token or from jwt issue on the command line. It never allows more than the current permissions of its user. A refusal is {"statusCode", "error", "message"}, or problem details (RFC 9457) for a client that accepts application/problem+json.`,
            login: `${login}nonce=$(jq -r .data.nonces.svc_rest login.json)
jwt=$(curl -s -b jar -H "x-svc-nonce: $nonce" -H 'content-type: application/json' \\
    -d '{}' ${base}${rest}/auth/token | jq -r .data.token)`
        },
        tool: {
            title: 'Tools',
            text: 'A service token in X-Service-Token. Its scopes (tool:<name>, or tool:*) allow its tools. The same tools are available with the Model Context Protocol at /mcp. A refusal is {"error", "detail"}.',
            login: "token=$(npm run -s cli -- token issue --name agent --scopes 'tool:*' --json | jq -r .token)"
        },
        operations: {
            title: 'Operations',
            text: 'For operators of the service. Health, readiness and the API description are public. Metrics need a service token with the scope metrics:read.'
        },
        page: {
            title: 'Pages',
            text: 'Pages for people and what their forms post. Programs have a JSON route or a form action for the same.'
        }
    };
}
