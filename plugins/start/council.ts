// The start page for authors and reviewers: answers without a decision, unsaved drafts, running checks.
import { listDrafts } from '../../db/sages/drafts.ts';
import { buildStepNames } from '../../db/builds/plan.ts';
import { listQueue } from '../../db/judgement/queue.ts';
import { judgedSages } from '../../db/screens/access.ts';
import { listRunning } from '../../db/builds/run-list.ts';
import { may } from '../surfaces/auth/requester.ts';
import { viewerOf } from '../shared/viewer.ts';
import { live } from '../surfaces/pages/console/live.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Html } from '../surfaces/pages/layout.ts';
import { clockOf, formatDuration, moment } from '../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { block, nextBox, shown } from './block.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { hasDoubts } from '../../db/erasing/mentions.ts';
import { deletionDate, listDue, isRetentionEnabled } from '../../db/installation/retention.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import { erasers, editors } from '../surfaces/auth/capability-sets.ts';
import { day } from '../../db/store/time.ts';

/** The candidate who has waited longest, and the button that opens the queue there. */
export async function reviewing({ app, actor, request }: PageContext) {
    if (!may(actor, 'council_screen')) return undefined;
    const { read } = app.store;
    const sageIds = await judgedSages(read, viewerOf(app, actor));
    const found = await listQueue(read, { state: 'waiting', sageIds, ...shown, limit: 1 });
    const [first] = found.items;
    if (!first) return undefined;
    const now = app.now();
    const isOne = found.total === 1;
    const count = formatTotal(found);
    return nextBox({
        title: isOne ? '1 candidate needs your review' : `${count} candidates need your review`,
        says: `The first has waited for ${formatDuration(now - (first.evaluatedAt ?? now))}.`,
        href: pageAt(request.server, '/screens/{id}', { id: first.id }),
        button: isOne ? 'Review 1 candidate' : `Review ${count} candidates`
    });
}

/** What this user typed into a sage and did not save. */
export async function drafting(visit: PageContext) {
    const { app, actor } = visit;
    if (!may(actor, ...editors)) return undefined;
    const typed = await listDrafts(app.store.read, viewerOf(app, actor), shown.limit);
    return typed.length > 0 && typedBlock(visit, typed);
}

/** By the page of the editor: the last part of its address, and what it is called. */
const pages = {
    details: ['/details', 'settings'],
    criteria: ['/criteria', 'questions'],
    results: ['/results', 'results template'],
    context: ['/contexts', 'a new context']
} as const;

function typedBlock({ app, request }: PageContext, typed: Awaited<ReturnType<typeof listDrafts>>) {
    const clock = clockOf(app);
    return block({
        title: 'Unsaved drafts',
        lines: typed.map(({ sageId, sageName, page, at }) => ({
            what: `${sageName}: ${pages[page][1]}`,
            href: pageAt(request.server, `/sages/{id}${pages[page][0]}`, { id: sageId }),
            when: html`<small>${moment(at, clock)}</small>`
        }))
    });
}

/** The running builds. The part polls until the last has ended. */
export async function building({ app, actor, request }: PageContext) {
    if (!may(actor, ...editors)) return undefined;
    const running = await listRunning(app.store.read, viewerOf(app, actor), shown.limit);
    if (running.length === 0) return undefined;
    const clock = clockOf(app);
    const body = block({
        title: 'Running checks',
        lines: running.map(({ runId, sageId, sageName, startedAt, completed }) => ({
            what: sageName,
            href: pageAt(request.server, '/sages/{id}/builds/{run_id}', { id: sageId, run_id: runId }),
            about: progressBar({
                label: `Check of ${sageName}`,
                value: completed,
                max: buildStepNames.length,
                words: `${completed} of ${buildStepNames.length} steps`
            }),
            when: html`<small>${moment(startedAt, clock)}</small>`
        }))
    });
    return live({ id: 'builds', path: '/', isRunning: true, every: 5, body });
}

const week = 7 * day;

/** The blocks for users who may erase. */
export async function erasing(visit: PageContext): Promise<Html[]> {
    if (!may(visit.actor, ...erasers)) return [];
    return [await undecided(visit), await erasedNext(visit)].filter((block) => block !== undefined);
}

/** Where erased candidates may be meant in what others wrote. */
async function undecided({ app, request }: PageContext) {
    if (!(await hasDoubts(app.store.read))) return undefined;
    const href = pageAt(request.server, '/screens/mentions');
    const about = 'Other texts and files may be about them. Decide for each place.';
    return block({ title: 'Erased candidates', lines: [{ what: 'Possible mentions', href, about }] });
}

async function erasedNext(visit: PageContext) {
    const { app, actor, request } = visit;
    const { keepCandidatesDays: days } = await settingsOf(app);
    const href = pageAt(request.server, '/screens/retention');
    if (days === 0) return undefined;
    if (!(await isRetentionEnabled(app.store.read)))
        return may(actor, 'ss_admin_all') ? notBegun(href) : undefined;
    const due = await listDue(app.store.read, { days, at: app.now() + week }, shown.limit + 1);
    if (due.length === 0) return undefined;
    return block({
        title: 'Due for deletion within 7 days',
        all: { count: due.length > shown.limit ? 'of them' : String(due.length), href },
        lines: due.slice(0, shown.limit).map((screen) => lineOf(visit, screen, days))
    });
}

function lineOf({ app, request }: PageContext, screen: ScreenRow, days: number) {
    return {
        what: screen.candidateName,
        href: pageAt(request.server, '/screens/{id}/data', { id: screen.id }),
        when: html`<small>${moment(deletionDate(screen, { days }), clockOf(app))}</small>`
    };
}

const notBegun = (href: string | undefined) =>
    block({
        title: 'Candidates’ data',
        lines: [
            {
                what: 'Automatic deletion is off',
                href,
                about: 'Your data comes from an earlier version. An administrator must turn on automatic deletion.'
            }
        ]
    });
