// Loaded first by the scripts of package.json and by sage-council.js: the settings of the file `.env` in the folder of the
// program, where there is one, wherever it is called. Variables that are set already win. Node's own option
// --env-file-if-exists prints a line wherever there is no such file, and takes a byte order mark for a part of the first name.
// It is JavaScript for the reason that preload.js gives.
import './oldest-node.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const file = join(import.meta.dirname, '../.env');
const remedies = {
    EISDIR: 'it is a folder, as Docker makes one for a file that is missing. Delete it, or put the file there',
    EACCES: 'this user may not read it. Give the user of the service the right to (chgrp, chmod 640)'
};

/** As editors leave it: UTF-8, or UTF-16 with its byte order mark, which is taken off. */
function textOf(bytes) {
    const mark = bytes.subarray(0, 2).toString('hex');
    const coding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
    const text = new TextDecoder(coding).decode(bytes);
    if (text.includes('\0')) throw new Error('it is not text. Save it as UTF-8');
    return text;
}

try {
    for (const [name, value] of Object.entries(parseEnv(textOf(readFileSync(file)))))
        process.env[name] ??= value;
} catch (error) {
    if (error.code !== 'ENOENT') {
        console.error(`${file} cannot be read: ${remedies[error.code] ?? error.message}.`);
        process.exit(78);
    }
}
