// The secrets in a backup, encrypted with a passphrase: scrypt derives a key from it, for AES-256-GCM.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../../store/refusal.ts';

/** What scrypt costs: 32 MiB and about a quarter of a second. What a file says of it must be the same. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const room = { maxmem: 64 * 1024 * 1024 };
const algorithm = 'aes-256-gcm';
const sealedAs = `scrypt-${cost.N}-${cost.r}-${cost.p} ${algorithm}`;

/** All in base64, but for `sealed`. */
interface Sealed {
    sealed: string;
    salt: string;
    nonce: string;
    tag: string;
    text: string;
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer) =>
    derive(passphrase.normalize('NFKC'), salt, 32, { ...cost, ...room });

export async function seal(text: string, passphrase: string) {
    const [salt, nonce] = [randomBytes(16), randomBytes(12)];
    const cipher = createCipheriv(algorithm, await keyOf(passphrase, salt), nonce);
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const base64 = (bytes: Buffer) => bytes.toString('base64');
    const sealed: Sealed = {
        sealed: sealedAs,
        salt: base64(salt),
        nonce: base64(nonce),
        tag: base64(cipher.getAuthTag()),
        text: base64(content)
    };
    return JSON.stringify(sealed, null, 4);
}

export const isSealed = (value: Readonly<Record<string, unknown>>) => typeof value['sealed'] === 'string';

/** Returns what was sealed. Refuses: wrong_state, without the passphrase, or with another one. */
export async function unseal(value: Readonly<Record<string, unknown>>, passphrase: string | undefined) {
    if (passphrase === undefined)
        throw new Refusal(
            'wrong_state',
            'The secrets in this backup are encrypted. Set BACKUP_PASSPHRASE to the value used to create it, or add --no-secrets to keep the current secrets.'
        );
    const { sealed, salt, nonce, tag, text } = value as Partial<Record<keyof Sealed, unknown>>;
    if (sealed !== sealedAs)
        throw new Refusal('wrong_state', 'The secrets of this backup use an unknown encryption.');
    try {
        const key = await keyOf(passphrase, bytesOf(salt));
        const decipher = createDecipheriv(algorithm, key, bytesOf(nonce), { authTagLength: 16 });
        decipher.setAuthTag(bytesOf(tag));
        return Buffer.concat([decipher.update(bytesOf(text)), decipher.final()]).toString();
    } catch {
        throw new Refusal(
            'wrong_state',
            'BACKUP_PASSPHRASE does not match the secrets of this backup. Set the passphrase of the backup, or add --no-secrets to keep the current secrets.'
        );
    }
}

const bytesOf = (value: unknown) => Buffer.from(String(value), 'base64');
