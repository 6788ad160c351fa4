// The tests that start whole programs: the server, commands and PostgreSQL. npm test has all others.
import one from './config.js';
import { full, processes } from '../together/alone.ts';

export default { ...one, files: [processes, `!${full}`] };
