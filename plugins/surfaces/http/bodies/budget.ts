import type { Request } from '@hapi/hapi';
import { Refusal } from '../../../../db/store/refusal.ts';
import { mostBytesOf } from './most-bytes.ts';

const mib = 1024 * 1024;

/**
 * The most bytes in flight of programs, of users and of strangers, so that none of them uses up what the others need. While a
 * body is read, memory holds it several times over: as bytes, as text, as values.
 */
const mostAtOnce = { machine: 96 * mib, user: 48 * mib, stranger: 24 * mib };

/** The most bytes of a body that counts for nothing: there are no more of them than connections. */
const small = 64 * 1024;

type Sender = keyof typeof mostAtOnce;
type Measured = Pick<Request, 'auth' | 'headers' | 'route'>;

/** Limits the bytes of bodies that a process reads at the same time. Without a limit two hundred uploads took six gigabytes. */
export function bodyBudget(most: Readonly<Record<Sender, number>> = mostAtOnce) {
    const acquired = new Map<Measured, { sender: Sender; size: number }>();
    const used = { machine: 0, user: 0, stranger: 0 };
    return {
        /** Call before the body is read. Refuses: too_many_requests, when the bodies under way fill the budget. */
        acquire: (request: Measured) => {
            const size = sizeOf(request);
            if (size <= small || acquired.has(request)) return;
            const sender = senderOf(request);
            if (used[sender] + size > most[sender])
                throw new Refusal('too_many_requests', 'Too many large requests at the same time.', {
                    retryAfter: 1,
                    limit: 'large bodies'
                });
            used[sender] += size;
            acquired.set(request, { sender, size });
        },
        /** Call after the response. */
        release: (request: Measured) => {
            const { sender, size } = acquired.get(request) ?? { sender: 'stranger', size: 0 };
            used[sender] -= size;
            acquired.delete(request);
        }
    };
}

function senderOf({ auth: { credentials } }: Measured): Sender {
    if (!credentials) return 'stranger';
    return credentials.token ? 'machine' : 'user';
}

/** The size of a body; the most that is read of it where the request does not announce it, or the body is compressed. */
function sizeOf(request: Measured) {
    const { headers } = request;
    const most = mostBytesOf(request);
    const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : NaN;
    return Math.min(Number.isNaN(length) ? most : length, most);
}
