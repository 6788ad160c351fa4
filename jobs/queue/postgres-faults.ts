// Why a program of the embedded PostgreSQL does not run, in one line with what to do.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { missingLibrary, packageOf } from '../../db/installation/libraries.ts';
import { passesByItself } from '../../db/installation/passing.ts';
import { Refusal } from '../../db/store/refusal.ts';

/** What Node says of a program that failed, with the signal that ended it and what the program said itself. */
export type Fault = Error & { code?: string | number; signal?: NodeJS.Signals | null; stderr?: string };

/** What a program ended for, as itself, PostgreSQL or the loader says it, without time and process: not our own greeting that came too early. */
export function causeIn(line: string) {
    if (/loading shared|Library not loaded/.test(line)) return line;
    const at = line.search(/(?:FATAL|PANIC|error): /);
    return at < 0 || line.includes('the database system is', at) ? undefined : line.slice(at);
}

/**
 * What is to be said of a program that does not run: the first cause that it names, or its last line but for a clean-up. An error that passes by
 * itself, such as a limit of processes, stays what it is.
 */
export function whyNot(error: Fault, program: string) {
    if (passesByItself(error)) return error;
    const lines = (error.stderr || error.message).trim().split('\n');
    const last = lines.findLast((said) => !said.startsWith('initdb: remov')) ?? '';
    const line = lines.map(causeIn).find((cause) => cause !== undefined) ?? last;
    const cause = error.signal ? `${line} (${error.signal})` : line;
    return new Refusal(
        'wrong_state',
        `The embedded PostgreSQL cannot run: ${cause.replace(/\.$/, '')}. ${remedyFor(error, line, program)}, or set JOBS_DATABASE_URL.`
    );
}

const complete = 'Run "npm ci" again, with its scripts (not with --ignore-scripts)';

function remedyFor({ code }: Fault, line: string, program: string) {
    const library = missingLibrary(line);
    if (library !== undefined) return bundles(program, library) ? complete : `Install ${packageOf(library)}`;
    if (line.includes('Library not loaded')) return complete;
    if (/version \S+ not found/.test(line)) return 'Use a system with a newer glibc';
    if (code === 'EACCES') return `Make ${program} executable, and mount its volume without noexec`;
    if (code === 'ENOENT')
        return existsSync(program) ? 'Use a system with glibc (Alpine has none)' : complete;
    return 'Remove the cause';
}

/** Whether a library comes with the programs: then only the link to it is missing, which a script of npm makes. */
function bundles(program: string, library: string) {
    const folder = join(dirname(program), '../lib');
    const [name = ''] = library.split('.so');
    return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(`${name}.so`));
}
