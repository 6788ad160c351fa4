// The secrets of a restored backup, combined with the key that only this data folder has.
import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from '../../store/refusal.ts';
import { secretNames } from '../secrets.ts';
import { isSealed, unseal } from './sealed.ts';

/**
 * Returns the five secrets of the backup and their predecessors, and what else the data folder stores. Refuses: wrong_state, for
 * invalid secrets, and for a wrong passphrase.
 */
export async function restoredSecrets(
    ofBackup: string,
    { ofFolder, passphrase }: { ofFolder: string; passphrase: string | undefined }
) {
    const kept = parsed(textOf(ofBackup));
    const given = isSealed(kept) ? parsed(await unseal(kept, passphrase)) : kept;
    const five = Object.fromEntries(secretNames.map((name) => [name, given[name]]));
    if (!Object.values(five).every((secret) => typeof secret === 'string' && secret.length >= 32))
        throw new Refusal('wrong_state', 'This backup cannot be used: its secrets file is invalid.');
    const beside = existsSync(ofFolder) ? parsed(textOf(ofFolder)) : {};
    return { ...beside, ...five, former: given['former'] };
}

/** Without a byte order mark, which an editor may have left. */
const textOf = (file: string) => new TextDecoder().decode(readFileSync(file));

function parsed(text: string): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return {};
    }
}
