// The start page for authors and reviewers: sages to finish, running builds, answers without a decision.
import { listDrafts } from '../../db/sages/drafts.ts';
import { listRunning } from '../../db/builds/running.ts';
import { buildStepNames } from '../../db/builds/plan.ts';
import { isOwnOrAdministered, listSages, type SageRow } from '../../db/sages/sages.ts';
import { listQueue } from '../../db/judgement/queue.ts';
import { judgedSages } from '../../db/screens/access.ts';
import { sageChecks } from '../../words/states/sages.ts';
import type { App } from '../app.ts';
import { may } from '../surfaces/auth/requester.ts';
import { readinessOf } from '../shared/readiness.ts';
import { viewerOf } from '../shared/viewer.ts';
import { live } from '../surfaces/pages/console/live.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { clockOf, formatDuration, moment } from '../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { block, nextBox, shown } from './block.ts';

/** The answers that wait for a person, the one that has waited longest first; and the button that opens it. */
export async function reviewing({ app, actor, request }: PageContext) {
    if (!may(actor, 'council_screen')) return {};
    const { read } = app.store;
    const sageIds = await judgedSages(read, viewerOf(app, actor));
    const found = await listQueue(read, { state: 'waiting', sageIds, ...shown });
    const now = app.now();
    const [first] = found.items;
    const count = formatTotal(found);
    const waiting = block({
        title: 'Answers to review',
        all: { count, href: pageAt(request.server, '/screens') },
        lines: found.items.map(({ id, candidateName, evaluatedAt }) => ({
            what: candidateName,
            href: pageAt(request.server, '/screens/{id}', { id }),
            when: evaluatedAt !== null && html`<small>waits ${formatDuration(now - evaluatedAt)}</small>`
        })),
        empty: 'No answers to review.'
    });
    if (!first) return { waiting };
    const isOne = found.total === 1;
    const next = nextBox({
        title: isOne ? '1 candidate needs your review' : `${count} candidates need your review`,
        says: `The first has waited for ${formatDuration(now - (first.evaluatedAt ?? now))}.`,
        href: pageAt(request.server, '/screens/{id}', { id: first.id }),
        button: isOne ? 'Review 1 candidate' : `Review ${count} candidates`
    });
    return { next, waiting };
}

const writers = ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'] as const;

/** Sages that were never built, with their missing parts, and those that were changed since: one's own, or all of the council. */
export async function authoring(visit: PageContext) {
    const { app, actor } = visit;
    if (!may(actor, ...writers)) return [];
    const viewer = viewerOf(app, actor);
    const ownerId = isOwnOrAdministered(actor, { ownerId: null }) ? undefined : actor.id;
    const drafts = await listSages(app.store.read, viewer, { state: 'unbuilt', ownerId, ...shown });
    const stale = await listSages(app.store.read, viewer, { state: 'stale', ownerId, ...shown });
    const lacks = await Promise.all(drafts.items.map((sage) => lackOf(app, sage)));
    const typed = await listDrafts(app.store.read, viewer, shown.limit);
    return [
        typed.length > 0 && typedBlock(visit, typed),
        drafts.total > 0 &&
            sagesBlock(visit, drafts, { title: 'Sages to finish', state: 'unbuilt' }, (_, at) => lacks[at]),
        stale.total > 0 &&
            sagesBlock(visit, stale, { title: sageChecks.stale.en.label, state: 'stale' }, () =>
                stateBadge(sageChecks.stale)
            )
    ];
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

type Found = Awaited<ReturnType<typeof listSages>>;

function sagesBlock(
    { app, request }: PageContext,
    found: Found,
    { title, state }: { title: string; state: string },
    about: (sage: SageRow, place: number) => Part
) {
    const clock = clockOf(app);
    const list = pageAt(request.server, '/sages');
    return block({
        title,
        all: { count: formatTotal(found), href: list && `${list}?state=${state}` },
        lines: found.items.map((sage, place) => ({
            what: sage.name === '' ? 'Untitled sage' : sage.name,
            href: pageAt(request.server, '/sages/{id}', { id: sage.id }),
            about: about(sage, place),
            when: html`<small>${moment(sage.updatedAt, clock)}</small>`
        }))
    });
}

const mostNamed = 2;

async function lackOf(app: App, sage: SageRow) {
    const { blockers } = await readinessOf(app, sage);
    if (blockers.length === 0) return html`Ready to check.`;
    const more = blockers.length - mostNamed;
    const named = blockers.slice(0, mostNamed).map(({ says }) => `${says}. `);
    return html`Not ready to check. ${named}${more > 0 && `${more} more.`}`;
}

/** The running builds. The part polls until the last has ended. */
export async function building({ app, actor, request }: PageContext) {
    if (!may(actor, ...writers)) return undefined;
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
