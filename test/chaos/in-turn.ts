// A client of several nodes whose every request goes to another node than the one before it.
import { type Ask, encode, fetched, logInBy } from '../support/clients/client.ts';

export type InTurn = ReturnType<typeof inTurn>;
type Answer = Pick<Awaited<ReturnType<typeof fetched>>, 'statusCode' | 'body'>;

export function inTurn(urls: readonly string[]) {
    let asked = 0;

    /** A redirect is not followed: that would be a second request to the same node. */
    function ask(request: Ask) {
        const url = urls[asked % urls.length] ?? '';
        asked += 1;
        return fetched(url, { ...request, redirect: 'manual' });
    }
    return {
        ask,
        asked: () => asked,
        logIn: (user?: { login: string; password: string }) => logInBy(ask, user),
        get: (url: string) => ask({ method: 'GET', url, headers: {} }),
        post: (url: string, fields: Record<string, string>) =>
            ask({
                method: 'POST',
                url,
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
                payload: encode(fields)
            })
    };
}

/** The body of an answer that must have this status. */
export async function expected(status: number, asking: Promise<Answer>) {
    const { statusCode, body } = await asking;
    if (statusCode !== status)
        throw new Error(`${statusCode} instead of ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    return body;
}
