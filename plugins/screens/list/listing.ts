// Lists of screens: all of them, and the queue of candidates in one state, as JSON and for its page.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    listQueue,
    neighboursOf,
    type QueueOrder,
    queueOrders,
    type QueueState,
    queueStates
} from '../../../db/judgement/queue.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { judgedSages, managedSages, sagesToJudge } from '../../../db/screens/access.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { listScreens } from '../../../db/screens/invitations.ts';
import { getSage, type SageRef } from '../../../db/sages/sages.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { listOf, oneLine, pageOf, type Paging, paging, sageRef } from '../../surfaces/http/fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { screen, type Seeing, show, viewsOf } from '../rows.ts';

const yes = Joi.valid('true');

/** What narrows the queue. */
export const queueFilters = {
    sage_id: sageRef,
    state: Joi.valid(...queueStates, 'all').description(
        'In this state, or in any. `waiting` means that a person has to review.'
    ),
    flagged: yes.description('With flags in an answer whose findings you can see.'),
    mine: yes.description('Of sages where you are owner or reviewer.'),
    assigned: Joi.valid('me').description('Assigned to you.'),
    q: oneLine(200)
        .trim()
        .description(
            'With this text in the name: at its start, or anywhere in 1,000 candidates of the list. In any state unless `state` names one.'
        ),
    sort: Joi.valid(...queueOrders).description(
        'By default those who wait come oldest first, and those who do not newest first. `name` orders the first 2,000.'
    )
};

export interface QueueFilters {
    sage_id?: SageRef;
    state?: QueueState | 'all';
    flagged?: 'true';
    mine?: 'true';
    assigned?: 'me';
    q?: string;
    sort?: QueueOrder;
}

export const listRoute = (app: App): ServerRoute =>
    rest<QueueFilters & Paging & Seeing>(app, {
        name: 'listScreens',
        method: 'GET',
        path: '/screens',
        summary: 'Lists the screens, newest first. With a filter, the queue of candidates who need a review.',
        scope: ['council_screen'],
        query: { ...queueFilters, show, ...paging },
        response: listOf(screen),
        also: [404],
        run: async ({ show, ...asked }, actor) => {
            const screens = await listed(app, asked, actor);
            return { ...screens, items: await viewsOf(app, screens.items, { actor, show }) };
        }
    });

async function listed(app: App, asked: QueueFilters & Paging, actor: Actor) {
    const { sage_id, state, flagged, mine, assigned, q, sort } = asked;
    const isOfAll = sage_id === undefined && mine === undefined;
    const sageIds = isOfAll
        ? await judgedSages(app.store.read, viewerOf(app, actor))
        : (await sagesOf(app, asked, actor)).sageIds;
    if (state ?? flagged ?? mine ?? assigned ?? q ?? sort) return queueOf(app, { ...asked, sageIds }, actor);
    return listScreens(app.store.read, { sageIds, ...pageOf(asked) });
}

/** The state that a list is of, undefined for any: where none is chosen, that of those who wait, or of a name any. */
export function stateIn({ state, q }: { state?: QueueState | 'all'; q?: string | undefined }) {
    if (state === 'all') return undefined;
    return state ?? (q === undefined ? 'waiting' : undefined);
}

/** Returns one page of the queue of these sages. Names neither find nor order candidates whom the reader may not know by name. */
export async function queueOf(
    app: App,
    { sageIds, flagged, assigned, q, sort, ...page }: Queue,
    actor: Actor
) {
    const isByName = q !== undefined || sort === 'name';
    const managed = isByName ? await managedSages(app.store.read, viewerOf(app, actor)) : undefined;
    const named = managed ? sageIds?.filter((id) => managed.includes(id)) : sageIds;
    return listQueue(app.store.read, {
        state: stateIn({ ...page, q }),
        sageIds: q === undefined ? sageIds : named,
        flaggedFor: flagged && actor.id,
        assignedTo: assigned && actor.id,
        q,
        sort: sort === 'name' && named?.length !== sageIds?.length ? undefined : sort,
        ...pageOf(page)
    });
}

/** The place of a screen among those that wait for this reviewer, of its sage alone where they came from there. */
export async function queueAround(app: App, of: ScreenRow, actor: Actor, sageId: number | undefined) {
    const { read } = app.store;
    const isOfSage = sageId === of.sageId;
    return neighboursOf(read, of, isOfSage ? [sageId] : await judgedSages(read, viewerOf(app, actor)));
}

type Queue = Omit<QueueFilters, 'sage_id' | 'mine'> & Paging & { sageIds: readonly number[] | undefined };

/**
 * `known`: the sages whose screens this user may judge; `sageId`: the one that is asked for; `sageIds`: those that the list is of,
 * undefined for all that there are. Refuses: not_found.
 */
export async function sagesOf(
    app: App,
    { sage_id, mine }: Pick<QueueFilters, 'sage_id' | 'mine'>,
    actor: Actor
) {
    const { read } = app.store;
    const viewer = viewerOf(app, actor);
    const known = await sagesToJudge(read, viewer);
    const sageId = sage_id === undefined ? undefined : (await getSage(read, sage_id)).id;
    if (sageId !== undefined && !known.some(({ id }) => id === sageId))
        throw new Refusal('not_found', 'Sage not found.');
    const isAll = sageId === undefined && mine === undefined && viewer.access === 'all';
    const listed = known.filter(
        ({ id, isMine }) => (sageId === undefined || id === sageId) && (mine === undefined || isMine)
    );
    return { known, sageId, sageIds: isAll ? undefined : listed.map(({ id }) => id) };
}
