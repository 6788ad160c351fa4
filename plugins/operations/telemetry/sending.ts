// Sends batches of spans to the operator's collector. It may be slow or away: that is logged once, and nothing waits.
import type { Logger } from 'pino';
import type { Outgoing } from '../../../config/outgoing.ts';
import type { Batch, TelemetrySettings } from './export.ts';

interface Options {
    settings: Pick<TelemetrySettings, 'url' | 'headers'>;
    log: Logger;
    /** A way out to this host and port, also inside of the operator's networks, and to no other such place. */
    openWay: (place: string) => Outgoing;
}

const patience = 10_000;

export function openSending({ settings: { url, headers }, log, openWay }: Options) {
    const { hostname: host, port, protocol } = new URL(url);
    const way = openWay(`${host}:${port || (protocol === 'https:' ? 443 : 80)}`);
    let dropped = 0;
    const taken = () => {
        if (dropped > 0) log.info({ host, dropped }, 'trace export recovered');
        dropped = 0;
    };
    const lost = (code: string, count: number) => {
        if (dropped === 0) log.warn({ host, code }, 'trace export failed: dropping spans until it recovers');
        dropped += count;
    };
    return {
        send: async ({ body, type, count }: Batch) => {
            const sent = { ...headers, 'content-type': type };
            try {
                const response = await way.fetch(url, {
                    method: 'POST',
                    headers: sent,
                    body,
                    timeout: patience,
                    isSlow: true // of all time-outs only that one counts
                });
                await response.body?.cancel();
                if (!response.ok) throw new Rejected(response.status);
                taken();
            } catch (error) {
                lost((error as { code?: string }).code ?? 'unknown', count);
                throw error;
            }
        },
        close: () => way.close()
    };
}

class Rejected extends Error {
    override readonly name = 'Rejected';
    readonly code: string;

    constructor(status: number) {
        super(`the collector answered ${status}`);
        this.code = `HTTP ${status}`;
    }
}
