// Loaded first by the scripts of package.json: the settings of a file `.env`, where there is one. Variables that are set
// already win. Node's own option --env-file-if-exists prints a line wherever there is no such file. It is JavaScript for
// the reason that preload.js gives.
import './oldest-node.js';
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
