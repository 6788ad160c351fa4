// The list of erasures next to the backups: a backup may be older than an erasure, so a restore erases again by this file.
import { createReadStream } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Erased } from '../erasing/erase.ts';
import { byAge, type ErasureRow } from '../erasing/erasures.ts';
import { Refusal } from '../store/refusal.ts';
import { iso } from '../store/time.ts';
import { backupKeys, type GivenKeys, isSameProof, proofWith } from './backup/key.ts';
import { syncFolder } from './disk.ts';
import { objectIn } from './secrets.ts';

/** A line of the file: ids only. */
interface Erasure {
    screen_id: string;
    at: string;
    /** Erased without a request: texts of others are not changed for it. */
    by_age?: true;
}

/** The line of an erasure that is in the store. */
export const lineOf = ({ screenId, at, by }: Pick<ErasureRow, 'screenId' | 'at' | 'by'>): Erasure => ({
    screen_id: screenId,
    at: iso(at),
    ...(by === byAge && { by_age: true })
});

interface Line extends Erasure {
    /** Signed with the key of the backups, so that no one without it can get a person erased. */
    hmac: string;
}

/** The folders of the erasure lists, and the keys that sign them. */
interface Place {
    dataDir: string;
    backupDir: string;
    backup: GivenKeys;
}

/** How lines are believed: by a key of this installation, or all of them. */
interface Belief {
    keys: readonly string[];
    trust: boolean;
}

export const erasuresFile = (backupDir: string) => join(backupDir, 'erasures.jsonl');

const proofOf = ({ screen_id, at, by_age }: Erasure, key: string) =>
    proofWith(key, 'erasure', [screen_id, at, ...(by_age ? ['by_age'] : [])]);

const isProved = (line: Line, keys: readonly string[]) =>
    keys.some((key) => isSameProof(line.hmac, proofOf(line, key)));

/** Appends those that the file has not yet with a proof, and returns when they are on the disk. */
export async function appendErasures(
    { dataDir, backupDir, backup }: Place,
    erasures: readonly Erasure[]
): Promise<void> {
    if (erasures.length === 0) return;
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const file = erasuresFile(backupDir);
    const keys = backupKeys(dataDir, backup);
    const missing = new Map(erasures.map((one) => [one.screen_id, one]));
    for await (const { id } of provedLines(file, keys)) missing.delete(id);
    if (missing.size === 0) return;
    const lines = [...missing.values()].map((one) => signed(one, keys[0]));
    await appendToDisk(file, lines.map((line) => `${line}\n`).join(''));
    await syncFolder(backupDir);
}

const signed = (erasure: Erasure, key: string) => JSON.stringify({ ...erasure, hmac: proofOf(erasure, key) });

/** The lines of a file that one of these keys has signed. */
export async function* provedLines(file: string, keys: readonly string[]) {
    for await (const text of linesOf(file)) {
        const line = parsed(text);
        if (line && isProved(line, keys)) yield { id: line.screen_id, text };
    }
}

/**
 * Returns the people that a file names, by the ids of their screens, and ignores a line cut off by a crash. Refuses: wrong_state,
 * for a line with a wrong proof.
 */
export async function readErasures(file: string, belief: Belief): Promise<Erased[]> {
    const erased: Erased[] = [];
    let number = 0;
    for await (const text of linesOf(file)) {
        number += 1;
        if (isTorn(text)) continue;
        const line = parsed(text);
        if (!line || !isBelieved(line, belief)) throw changed(file, number, belief);
        erased.push({ id: line.screen_id, byAge: line.by_age === true });
    }
    return eachOnce(erased);
}

/** Each once; an erasure on request takes precedence over one by age. */
export function eachOnce(erased: readonly Erased[]): Erased[] {
    const byId = new Map<string, boolean>();
    for (const one of erased) byId.set(one.id, one.byAge && (byId.get(one.id) ?? true));
    return Array.from(byId, ([id, isByAge]) => ({ id, byAge: isByAge }));
}

const isBelieved = (line: Line, { keys, trust }: Belief) => trust || isProved(line, keys);

const changed = (file: string, number: number, { keys }: Belief) =>
    new Refusal(
        'wrong_state',
        keys.length === 0
            ? `We cannot verify that ${file} is unchanged. Set BACKUP_SECRET to the value used to write it, or add --trust if you trust the file.`
            : `Line ${number} of ${file} was changed, or was not written with the BACKUP_SECRET of this server. Add --trust if you trust the file.`
    );

/**
 * Returns the people that the files in these folders name; undefined where no folder has one. Symbolic links are not followed.
 */
export async function erasedBeside(folders: readonly string[], belief: Belief) {
    let erased: Erased[] | undefined;
    for (const file of new Set(folders.map(erasuresFile))) {
        const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
            return undefined;
        });
        if (found?.isFile()) erased = [...(erased ?? []), ...(await readErasures(file, belief))];
    }
    return erased && eachOnce(erased);
}

/** No line of ours is as long, and a file without lines is not read into the memory. */
export const longestLine = 4096;

/** Reads the lines of a file in parts; none where there is no file. */
async function* linesOf(file: string) {
    let rest = '';
    try {
        for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
            const lines = (rest + chunk).split('\n');
            rest = lines.pop() ?? '';
            yield* lines;
            if (rest.length > longestLine) break;
        }
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (rest !== '') yield rest;
}

const begin = '{"screen_id":"';

/** A crash may cut off the end of a line. Any other malformed line was tampered with. */
const isTorn = (text: string) =>
    begin.startsWith(text) || (text.startsWith(begin) && !text.includes('}') && text.length <= longestLine);

function parsed(text: string): Line | undefined {
    const { screen_id, at, by_age, hmac = '' } = objectIn(text) ?? {};
    const isLine = typeof screen_id === 'string' && typeof at === 'string' && typeof hmac === 'string';
    return isLine ? { screen_id, at, ...(by_age === true && { by_age }), hmac } : undefined;
}

async function appendToDisk(file: string, text: string) {
    await using handle = await open(file, 'a+', 0o600);
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isTornOff = size > 0 && buffer.toString() !== '\n'; // by a crash
    await handle.appendFile(isTornOff ? `\n${text}` : text);
    await handle.sync();
}
