// A wire to PostgreSQL that can fall silent, or break after a word: what a frozen server and a lost machine look like.
import type { ExecutionContext } from 'ava';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { openDetour } from './detour.ts';

/** Opens a wire to the socket that `url` names in `host`. It ends with its test. */
async function openWire(t: ExecutionContext, url: string) {
    let silent = false;
    let lastWord = '';
    let turns = 0;
    let isAnswered = true;
    const { sockets, ...wire } = await openDetour(url, (near, far) => {
        let breaks = false;
        near.on('data', (said) => {
            if (isAnswered) turns += 1;
            isAnswered = false;
            breaks = lastWord !== '' && said.includes(lastWord);
            if (breaks) lastWord = '';
            far.write(said);
        });
        far.on('data', (said) => {
            isAnswered = true;
            return breaks ? near.destroy() : near.write(said);
        });
        if (silent) for (const end of [near, far]) end.pause();
    });
    t.teardown(wire.close);
    return {
        url: wire.url,
        /** How often something was said after an answer. */
        turns: () => turns,
        /** From now on nothing comes through, and nothing ends. */
        fallSilent: () => {
            silent = true;
            sockets.forEach((socket) => socket.pause());
        },
        speak: () => {
            silent = false;
            sockets.forEach((socket) => socket.resume());
        },
        /** The next time that this is said it arrives, and its answer does not. */
        breakAfter: (word: string) => void (lastWord = word)
    };
}

/** A new database, and a store on it through such a line. */
export async function openThroughWire(t: ExecutionContext) {
    const { url } = await createDatabase();
    const wire = await openWire(t, url);
    const store = await openPostgres({ url: wire.url, named: true });
    t.teardown(() => store.close());
    return { ...wire, store };
}
