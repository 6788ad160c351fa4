// A visit to the candidate's pages: its screen, its questions, and the stage it has reached.
import type { Request } from '@hapi/hapi';
import { findCriteria } from '../../../db/builds/releases.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import { type Access, notOpen, type Visit } from './access.ts';

export interface Run extends Visit {
    criteria: readonly Criterion[];
}
export interface Begun extends Run {
    screen: ScreenRow;
}

/** The questions are those that the release of the screen froze, even if the sage has changed since. */
export function criteriaOf({ store }: App, { screen, sage }: Visit) {
    return findCriteria(store, screen?.releaseRunId ?? sage.releaseRunId ?? '');
}

/** Returns the visit of a candidate who has started a screen. Refuses: not_found. */
export async function begun(app: App, access: Access, request: Request): Promise<Begun> {
    const visit = await access.find(request);
    if (!visit.screen) throw notOpen();
    return { ...visit, screen: visit.screen, criteria: await criteriaOf(app, visit) };
}

/** The stage of a visit. `late`: the time is over, and the saved answers are about to be submitted. */
export function stageOf(screen: ScreenRow | undefined, at: number) {
    if (!screen) return 'before';
    const isPast = (end: number | null) => end !== null && end <= at;
    switch (screen.status) {
        case 'ss_invited':
            return isPast(screen.expiresAt) ? 'over' : 'before';
        case 'ss_started':
            return isPast(screen.deadlineAt) ? 'late' : 'answering';
        case 'ss_submitted':
        case 'ss_evaluated':
            return 'done';
        case 'ss_draft':
        case 'ss_cancelled':
        case 'ss_expired':
            return 'over';
    }
}
