// A visit to the candidate's pages: whose it is, what is asked, and how far it is.
import type { Request } from '@hapi/hapi';
import { findCriteria } from '../../db/builds/releases.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { type Door, notOpen, type Visit } from './doors.ts';

export interface Run extends Visit {
    criteria: readonly Criterion[];
}
export interface Begun extends Run {
    screen: ScreenRow;
}

/** What is asked is what the release of the screen froze, whatever the sage became since. */
export function criteriaOf({ store }: App, { screen, sage }: Visit) {
    return findCriteria(store, screen?.releaseRunId ?? sage.releaseRunId ?? '');
}

/** The visit of somebody who has a screen. Refuses: not_found. */
export async function begun(app: App, door: Door, request: Request): Promise<Begun> {
    const visit = await door.find(request);
    if (!visit.screen) throw notOpen();
    return { ...visit, screen: visit.screen, criteria: await criteriaOf(app, visit) };
}

/** How far a visitor is. `late`: the time is over, and what was saved is about to be handed in. */
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
