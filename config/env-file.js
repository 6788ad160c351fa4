// Loaded first by the scripts of package.json and by sage-council.js: the settings of the file `.env` in the folder of the
// program, where there is one, wherever it is called. Variables that are set already win. Node's own option --env-file-if-exists prints a line wherever there is no such file. It is JavaScript for
// the reason that preload.js gives.
import './oldest-node.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../.env');
if (existsSync(file)) process.loadEnvFile(file);
