// What the running service says of its jobs: no other process can know.
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { isInstanceLocked } from '../../db/store/index.ts';

interface Readiness {
    parts?: { jobs?: { state?: string; problem?: string } };
}

/**
 * Why the jobs of the running service wait, in one line; undefined if they run, or no service does on this data folder: another one
 * may be at the address of the settings.
 */
export async function jobsProblem(
    { dataDir, host, port }: Pick<Config, 'dataDir' | 'host' | 'port'>,
    patience = 3000
) {
    if (!isInstanceLocked(join(dataDir, 'instance.lock'))) return undefined;
    const address = `http://${hereOf(host)}:${port}`;
    try {
        const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(patience) });
        const { parts } = (await response.json()) as Readiness;
        if (parts?.jobs?.state !== 'degraded') return undefined;
        return parts.jobs.problem ?? `The queue of the service at ${address} does not answer: see its log.`;
    } catch (error) {
        return (error as Error).name === 'TimeoutError'
            ? `The service at ${address} does not answer.`
            : undefined;
    }
}

/** What listens on all addresses is asked on this machine's own. */
function hereOf(host: string) {
    if (host === '0.0.0.0') return '127.0.0.1';
    if (host === '::') return '[::1]';
    return isIPv6(host) ? `[${host}]` : host;
}
