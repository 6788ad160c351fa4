// Backends of the tests: they ask below /pl with the JWT of a user.
import { STATUS_CODES } from 'node:http';
import type { BackendPermission } from '../../../plugins/surfaces/auth/backend-permissions.ts';
import { ask, type Person } from '../people/roles.ts';
import { engineer } from '../fixtures/sages.ts';
import { bothPermissions, claimsOf, signed } from './tokens.ts';
import type { TestApp } from '../servers/test-app.ts';

type Headers = Record<string, string>;

/** A backend with fresh tokens of this person that hold these permissions, whatever the person holds. */
export async function backendOf(
    testApp: TestApp,
    person: Person,
    permissions: readonly BackendPermission[] = bothPermissions
) {
    const { user } = await testApp.as(person);
    const token = () => signed({ ...claimsOf(user.id, testApp.now()), permissions });
    return { user, token, ...bearer(testApp, token) };
}

/** What asks below /pl with this token. */
export function bearer({ server }: TestApp, token: () => string) {
    const own = () => ({ authorization: `Bearer ${token()}` });
    return {
        get: (path: string, headers: Headers = {}) =>
            ask(server, { url: `/pl${path}`, headers: { ...own(), ...headers } }),
        /** Sends a text as it is and anything else as JSON. */
        send: (method: 'POST' | 'PATCH', path: string, body: unknown, headers: Headers = {}) =>
            ask(server, {
                method,
                url: `/pl${path}`,
                headers: { ...own(), 'content-type': 'application/json', ...headers },
                payload: typeof body === 'string' ? body : JSON.stringify(body)
            })
    };
}

/** How the backend API refuses. */
export const refusal = (statusCode: number, message: string) => ({
    statusCode,
    error: STATUS_CODES[statusCode],
    message
});

export const noPermission = refusal(403, 'You do not have permission to perform this action.');
export const unauthorized = refusal(401, 'Unauthorized');
export const unknownId = '00000000-0000-4000-8000-000000000000';

interface Sage {
    id: number;
    uuid: string;
    results_id: string;
}

/** An author's sage, the path of its results template, and a backend of the same author. */
export async function withTemplate(testApp: TestApp) {
    const author = await testApp.as('author');
    const sage: Sage = (await author.send('POST', '/sages', engineer)).body.data.sage;
    const backend = await backendOf(testApp, 'author');
    const path = `/results/${sage.results_id}`;
    return {
        author,
        sage,
        backend,
        path,
        patch: (body: unknown, headers: Headers = {}) => backend.send('PATCH', path, body, headers),
        /** The sage as the web shows it. */
        shown: async () => (await author.get(`/sages/${sage.id}`)).body.data.sage
    };
}
