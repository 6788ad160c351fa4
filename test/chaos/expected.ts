import type { fetched } from '../support/clients/client.ts';

type Answer = Pick<Awaited<ReturnType<typeof fetched>>, 'statusCode' | 'body'>;

/** The body of an answer that must have this status. */
export async function expected(status: number, asking: Promise<Answer>) {
    const { statusCode, body } = await asking;
    if (statusCode !== status)
        throw new Error(`${statusCode} instead of ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    return body;
}
