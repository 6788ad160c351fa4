// A pooler before PostgreSQL that hands out transactions: what a session has prepared is gone after each of them.
import type { Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { openDetour } from './detour.ts';

const ready = 'Z'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

/** Opens a pooler before the server whose socket `url` names in `host`. It ends with its test. */
export async function openPooler(t: ExecutionContext, url: string) {
    const pooler = await openDetour(url, (near, far) => {
        near.on('data', (part) => far.write(part));
        far.on('data', forgetful(near, far));
    });
    t.teardown(pooler.close);
    return pooler.url;
}

/** Passes on what the server says; before it says that a transaction is over, the session forgets its statements. */
function forgetful(near: Socket, far: Socket) {
    let rest: Buffer = Buffer.alloc(0);
    let held: Buffer | undefined;
    return (part: Buffer) => {
        rest = Buffer.concat([rest, part]);
        for (let message = firstOf(rest); message; message = firstOf(rest)) {
            rest = rest.subarray(message.length);
            if (held === undefined && isOver(message)) {
                held = message;
                far.write(query('deallocate all'));
            } else if (held === undefined) near.write(message);
            else if (message[0] === ready) {
                near.write(held);
                held = undefined;
            }
        }
    };
}

const isOver = (message: Buffer) => message[0] === ready && message[5] === idle;

/** The first whole message: a letter, and a length that counts itself. */
function firstOf(bytes: Buffer) {
    const length = bytes.length < 5 ? Infinity : 1 + bytes.readUInt32BE(1);
    return bytes.length < length ? undefined : bytes.subarray(0, length);
}

function query(text: string) {
    const body = Buffer.from(`${text}\0`);
    const message = Buffer.alloc(5 + body.length);
    message.write('Q');
    message.writeUInt32BE(4 + body.length, 1);
    body.copy(message, 5);
    return message;
}
