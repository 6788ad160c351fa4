// A click of which the client knows whether the server had accepted it: it says `100 Continue` before the body goes.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HttpClient } from '../support/clients/client.ts';

export type Fate = 'answered' | 'failed' | 'not accepted';

/** Starts a build over a connection of its own. An accepted request must be answered, with less than a 500. */
export async function clickAccepted(
    url: string,
    { cookie, nonces }: HttpClient,
    sageId: number
): Promise<Fate> {
    const action = 'svc_start_full_sage_build';
    const nonce = nonces['svc_frontend_nonce'] ?? '';
    const form = new URLSearchParams({ action, nonce, sage_id: String(sageId) }).toString();
    const sent = request(`${url}/rest/svc/v1/admin/admin-ajax.php?action=${action}&nonce=`, {
        method: 'POST',
        agent: false,
        headers: {
            cookie,
            expect: '100-continue',
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(form)
        }
    });
    let accepted = false;
    sent.on('continue', () => {
        accepted = true;
        sent.end(form);
    });
    sent.flushHeaders();
    const status = await once(sent, 'response').then(statusOf, () => undefined);
    if (status !== undefined && status < 500) return 'answered';
    return accepted ? 'failed' : 'not accepted';
}

/** Undefined for an answer that breaks off. */
async function statusOf([response]: unknown[]) {
    const answer = response as IncomingMessage;
    return buffer(answer).then(
        () => answer.statusCode,
        () => undefined
    );
}
