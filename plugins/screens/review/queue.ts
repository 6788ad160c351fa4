// The page of the queue: candidates in one state, the one that has waited longest first.
import type { ServerRoute } from '@hapi/hapi';
import { queueStates } from '../../../db/judgement/queue.ts';
import { findSage } from '../../../db/sages/sages.ts';
import { type JudgedSage, sagesToJudge } from '../../../db/screens/access.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { type Paging, paging } from '../../surfaces/http/fields.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { type Address, addressIn } from '../../surfaces/pages/parts/address.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { narrowed, queueFilters, type QueueFilters, queueOf } from '../listing.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { labelsOf } from '../../../words/states/state.ts';
import { judgementsFor } from '../views.ts';
import { queuePage } from './queue-page.ts';
import { clockOf } from '../../surfaces/pages/parts/moment.ts';

export const queueRoute = (app: App): ServerRoute =>
    consolePage<QueueFilters & Paging>(app, {
        id: 'showScreensToJudge',
        path: '/screens',
        description: 'Shows the queue of candidates.',
        scope: ['council_screen'],
        navigation: {
            word: 'Candidates',
            tour: 'All candidates. Invite one or a whole list, read the answers, give levels and decide.'
        },
        query: { ...queueFilters, ...paging },
        also: [404],
        show: (asked, visit) => show(app, asked, visit)
    });

async function show(app: App, asked: QueueFilters & Paging, { actor, request }: PageContext) {
    const viewer = viewerOf(app, actor);
    const known = await sagesToJudge(app.store.read, viewer);
    const { sage_id, mine, state = 'waiting' } = asked;
    const chosen = sage_id === undefined ? undefined : await findSage(app.store.read, sage_id);
    const isAll = sage_id === undefined && mine === undefined && viewer.access === 'all';
    const sageIds = isAll
        ? undefined
        : narrowed(known, { id: sage_id === undefined ? undefined : (chosen?.id ?? 0), mine });
    const found = await queueOf(app, { ...asked, sageIds }, actor);
    const judgementOf = await judgementsFor(app, found.items, { actor, isPage: true });
    const names = new Map(known.map(({ id, name }) => [id, name]));
    const address = addressIn(request);
    const shown = chosen ? { ...address, query: { ...address.query, sage_id: String(chosen.id) } } : address;
    return queuePage({
        ...found,
        ...asked,
        items: found.items.map((screen) => ({
            screen,
            sage: names.get(screen.sageId) ?? '',
            judgement: judgementOf(screen)
        })),
        state,
        userId: actor.id,
        isFiltered: ['sage_id', 'flagged', 'mine'].some((name) => address.query[name] !== undefined),
        address,
        filters: filtersFor(shown, known, chosen?.id),
        clock: clockOf(app)
    });
}

/** A longer list is of no use; then it has the user's own sages and the chosen one. */
const mostListed = 300;

function filtersFor(address: Address, known: readonly JudgedSage[], chosen: number | undefined) {
    const listed =
        known.length > mostListed ? known.filter(({ id, isMine }) => isMine || id === chosen) : known;
    const sages = listed.slice(0, mostListed).map(({ id, name }) => [String(id), name] as const);
    return filters(address, [
        { name: 'state', label: 'State', options: otherStates, all: candidateStates.waiting.en.label },
        { name: 'sage_id', label: 'Sage', options: sages },
        { name: 'mine', label: 'Show', options: { true: 'My sages' }, all: 'All sages' },
        { name: 'flagged', label: 'Flags', options: { true: 'Flagged' }, all: 'Any' }
    ]);
}

const otherStates = labelsOf(
    candidateStates,
    queueStates.filter((state) => state !== 'waiting')
);
