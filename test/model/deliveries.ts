// Deliveries of jobs that land when a test says so: in any order, twice at once, late, or never.
import { pino } from 'pino';
import { jobs as ledger } from '../../db/jobs/ledger.ts';
import { query } from '../../db/store/query.ts';
import type { Store } from '../../db/store/index.ts';
import type { Jobs } from '../../jobs/job.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';

/** A try under way. One that never lands has crashed. */
export interface Flight<Landing> {
    jobId: string;
    land(landing: Landing): Promise<void>;
}

interface Deliveries<Landing> {
    store: Store;
    now: () => number;
    /** The jobs, with tries that ask how they land before they end. */
    jobsThat: (land: () => Promise<Landing>) => Jobs;
}

const rows = query((on) =>
    on
        .select({ id: ledger.id, task: ledger.task, state: ledger.state, payload: ledger.payload })
        .from(ledger)
        .orderBy(ledger.id)
);

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

export function openDeliveries<Landing>({ store, now, jobsThat }: Deliveries<Landing>) {
    const processOf = (land: () => Promise<Landing>) =>
        startAttempts({ store, jobs: jobsThat(land), log, now, signal });
    return {
        /** As by a process of its own: only the ledger keeps two tries apart. Undefined: nothing was left to do. */
        async begin(jobId: string): Promise<Flight<Landing> | undefined> {
            const landing = Promise.withResolvers<Landing>();
            const airborne = Promise.withResolvers<boolean>();
            const land = () => {
                airborne.resolve(true);
                return landing.promise;
            };
            const ended = processOf(land)
                .run(jobId)
                .then(
                    () => false,
                    () => false
                );
            if (!(await Promise.race([airborne.promise, ended]))) return undefined;
            return {
                jobId,
                async land(how) {
                    landing.resolve(how);
                    await ended;
                }
            };
        },
        /** The process starts again after a crash: what was under way counts as crashed. */
        reboot: () => processOf(() => new Promise<Landing>(() => undefined)).countCrashes(),
        /** Every row of the ledger, the oldest first. */
        rows: () => rows.all(store.read)
    };
}
