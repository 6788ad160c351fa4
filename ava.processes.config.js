// The tests that start whole programs: the server, commands and PostgreSQL. npm test has all others.
import one from './ava.config.js';
import { processes } from './test/together/alone.ts';

export default { ...one, files: [processes] };
