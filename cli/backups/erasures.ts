// After a restore: erases again the people who were erased since the backup.
import { knownBackupKeys } from '../../db/installation/backup/key.ts';
import { readErasures } from '../../db/installation/erasures-file.ts';
import { eraseAgain } from '../../db/erasing/erase.ts';
import { type Command, command } from '../options.ts';

export const erasureCommands: Record<string, Command> = {
    'erasures replay': command({
        about: 'Deletes candidates listed in erasures.jsonl again. Run it after a restore, before the first start.',
        needs: ['file'],
        takes: ['trust'],
        async run({ store, shell, config: { dataDir, backup } }, { file, trust }) {
            const belief = { keys: knownBackupKeys(dataDir, backup), trust: trust !== undefined };
            return eraseAgain(store, await readErasures(file, belief), shell.now());
        }
    })
};
