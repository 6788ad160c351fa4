// A client of the backend API that goes on when its token has ended.
import { type Ask, bodyOf, login } from '../support/clients/client.ts';
import { expected } from './expected.ts';

/** Logs in over HTTP, and asks with a token that it renews. */
export async function backendClient(url: string) {
    const user = await login(url);
    let token = await issue();

    async function issue() {
        return String((await expected(200, user.send('POST', '/auth/token'))).data.token);
    }

    const once = (method: Ask['method'], path: string, payload?: object) =>
        asked(url + path, token, { method, ...(payload && { body: JSON.stringify(payload) }) });

    return {
        /** The client of the web that the token is issued to. */
        user,
        ask: async (...request: Parameters<typeof once>) => {
            const answer = await once(...request);
            if (answer.statusCode !== 401) return answer;
            token = await issue();
            return once(...request);
        }
    };
}

async function asked(url: string, token: string, init: RequestInit) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url, { ...init, headers });
    return {
        statusCode: response.status,
        body: bodyOf(response.headers.get('content-type'), await response.text())
    };
}
