// The page of the candidates: by state, by name, by sage, and what is done with several of them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { activeHolders } from '../../../db/accounts/users.ts';
import { countStates, queueOrders } from '../../../db/judgement/queue.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { unsentLinks } from '../../../db/screens/unsent-links.ts';
import type { App } from '../../app.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { knownReview, mostOnChip } from '../../shared/candidates/list.ts';
import { type Paging, paging } from '../../surfaces/http/fields.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { queueFilters, type QueueFilters, queueOf, sagesOf, stateIn } from './listing.ts';
import { candidatesView, decidedStates, type Sorted } from './view.ts';

type Asked = Omit<QueueFilters, 'sort'> & Sorted & Paging;

/** Not by flags: such a list would say of whom software found something, before the levels of the reader. */
const onPage = { ...queueFilters, flagged: Joi.any().strip() };

const page = {
    path: '/screens',
    scope: ['council_screen'],
    query: { ...onPage, sort: onPage.sort.valid(...queueOrders, 'score'), ...paging },
    also: [404]
} as const;

export const candidatesPages = (app: App): ServerRoute[] => [
    consolePage<Asked>(app, {
        ...page,
        id: 'showScreensToJudge',
        description: 'Shows the candidates in one state, or those with a name.',
        navigation: { word: 'Candidates' },
        show: (asked, visit) => show(app, asked, visit)
    }),
    draftPage<Asked>(app, {
        ...page,
        id: 'showScreensSelected',
        description: 'Shows the candidates as they were selected for a refused action. Saves nothing.',
        show: (asked, visit, form) => show(app, asked, visit, form)
    })
];

async function show(app: App, asked: Asked, visit: PageContext, form: Form = {}) {
    const { actor } = visit;
    const { read } = app.store;
    const { known, sageId, sageIds } = await sagesOf(app, asked, actor);
    const users = await activeHolders(read, 'council_screen');
    const found = await foundFor(app, { ...asked, sageIds }, visit);
    return candidatesView(
        {
            ...asked,
            ...found,
            unsent: await unsentLinks(read, found.items),
            state: stateIn(asked),
            counts: await countsFor(app, { ...asked, sageIds }, visit),
            reviewMails: users.find(({ id }) => id === actor.id)?.reviewMails,
            users: new Map(users.map(({ id, displayName }) => [id, displayName])),
            sageId,
            known,
            form
        },
        visit
    );
}

type Narrowed = Asked & { sageIds: readonly number[] | undefined };

/** Those of a text are not counted: each count would look through the names again. */
const countsFor = ({ store }: App, { sageIds, assigned, q }: Narrowed, { actor }: PageContext) =>
    q === undefined
        ? countStates(store.read, { sageIds, assignedTo: assigned && actor.id, most: mostOnChip })
        : undefined;

/** Scores are what this reader may know of each, so that they are put in order here, of the latest decisions alone. */
const mostScored = 200;

async function foundFor(app: App, { sort, ...asked }: Narrowed, { actor }: PageContext) {
    const { page, per_page: length, state } = asked;
    const isByScore = sort === 'score' && decidedStates.some((one) => one === state);
    const paged = isByScore ? { page: 1, per_page: mostScored } : { page, per_page: length };
    const order = sort === undefined || sort === 'score' ? {} : { sort };
    const found = await queueOf(app, { ...asked, ...paged, ...order }, actor);
    const judgementOf = await judgementsFor(app, found.items, { actor, isPage: true });
    if (!isByScore) return { ...found, judgementOf };
    const scoreOf = (screen: ScreenRow) => knownReview(judgementOf(screen), actor.id)?.score ?? -1;
    const items = found.items.toSorted((a, b) => scoreOf(b) - scoreOf(a));
    const start = (page - 1) * length;
    return {
        ...found,
        items: items.slice(start, start + length),
        total: Math.min(found.total, mostScored),
        judgementOf
    };
}
