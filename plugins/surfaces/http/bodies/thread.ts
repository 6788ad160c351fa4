// Parses megabytes of JSON on another thread: on this one all others would wait for it.
import { Refusal } from '../../../../db/store/refusal.ts';
import { openThread } from '../../../../db/store/thread.ts';
import { MalformedBody } from './parsing.ts';

interface ParseRequest {
    bytes: Uint8Array;
    /** The most values. */
    most: number;
}

type Reply = { fields: Record<string, unknown> } | { isMalformed: boolean; message: string };

const thread = openThread<ParseRequest, Reply>({
    source: new URL('./thread.js', import.meta.url),
    patience: 20_000,
    rest: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 }
});

/** What `readJsonBody` returns and refuses, without holding up others. Refuses: unavailable, where it takes too long. */
export async function readJsonInThread(bytes: Uint8Array, most: number) {
    const reply = await thread.ask({ bytes, most });
    if (!reply) throw new Refusal('unavailable', 'This request could not be read in time.');
    if ('fields' in reply) return reply.fields;
    throw reply.isMalformed ? new MalformedBody() : new Refusal('invalid_field', reply.message);
}
