// The store as a whole, while no service runs on it.
import { loadConfig } from '../config.ts';
import { reopenStore } from '../db/installation/installation.ts';
import { Refusal } from '../db/refusal.ts';
import { withStoreAsItIs } from './opening.ts';
import { type Command, command } from './options.ts';

export const storeCommands: Record<string, Command> = {
    'store reopen': command({
        about: 'Gives a store that was moved away its place back. What was written elsewhere since then is not in it.',
        alone: (_options, { env }) =>
            withStoreAsItIs(loadConfig(env), async (store) => {
                const movedTo = await store.write(reopenStore);
                if (movedTo === undefined) throw new Refusal('wrong_state', 'This store was not moved.');
                return { reopened: true, was_moved_to: movedTo };
            })
    })
};
