// The page that lays candidates of one sage side by side, criterion by criterion; names wait for the levels of the reader.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { rubricOf } from '../../../db/builds/releases.ts';
import { criterionDigestOf } from '../../../db/judgement/gold.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { SageRef } from '../../../db/sages/sages.ts';
import { getSage } from '../../../db/sages/sages.ts';
import { sagesToJudge } from '../../../db/screens/access.ts';
import { answersOfAll, type ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { paging, sageRef } from '../../surfaces/http/fields.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { narrowed, queueOf } from '../list/listing.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { comparePage, comparedStates, type Question } from './compare-page.ts';

interface Query {
    sage_id?: SageRef;
    state: (typeof comparedStates)[number];
    page: number;
}

/** As many columns as a display has room for. */
export const perPage = 4;

const page = { path: '/screens/compare', scope: ['council_screen'] as const };

/** What the page is of. */
const comparedFields = {
    sage_id: sageRef,
    state: Joi.valid(...comparedStates).default('waiting'),
    page: paging.page
};

export const comparePages = (app: App): ServerRoute[] => [
    consolePage<Query>(app, {
        ...page,
        id: 'compareScreens',
        description:
            'Shows candidates of one sage side by side, by criterion. Names are hidden until you have given every level.',
        owned: 'sage_id',
        query: comparedFields,
        also: [404],
        show: (asked, visit) => show(app, asked, visit)
    }),
    draftPage(app, {
        ...page,
        id: 'compareScreensWithLevels',
        description: 'Previews levels for several candidates. Saves nothing.',
        also: [404],
        show: (_, visit, form) => {
            const { value, error } = Joi.object<Query>(comparedFields).validate(form, { stripUnknown: true });
            return show(app, error ? { state: 'waiting', page: 1 } : value, visit, form);
        }
    })
];

/** The address of the page that this form is on. */
export const compareAddress = (form: Form) => {
    const asked = Object.keys(comparedFields).filter((name) => typed(form, name) !== '');
    return `${page.path}?${asked.map((name) => `${name}=${encodeURIComponent(typed(form, name))}`).join('&')}`;
};

async function show(app: App, { sage_id, state, page }: Query, visit: PageContext, form?: Form) {
    const { actor, request } = visit;
    const { read } = app.store;
    const known = await sagesToJudge(read, viewerOf(app, actor));
    const address = addressIn(request);
    const sage = await chosenAmong(read, known, sage_id);
    const frame = { address, known, state, form };
    if (!sage)
        return comparePage({ ...frame, total: 0, page, perPage, candidates: [], questions: [] }, visit);
    const sageIds = narrowed(known, { id: sage.id, mine: undefined });
    const found = await queueOf(app, { state, sageIds, page, per_page: perPage }, actor);
    const judgementOf = await judgementsFor(app, found.items, { actor, isPage: true });
    const answers = await answersOfAll(read, found.items);
    const view = {
        ...frame,
        ...found,
        sage,
        page,
        perPage,
        questions: await questionsOf(read, found.items),
        candidates: found.items.map((screen) => ({
            screen,
            answers: answers.get(screen.id) ?? new Map<string, string>(),
            judgement: judgementOf(screen)
        }))
    };
    return comparePage(view, visit);
}

/** Returns the requested sage, or the only one there is. Refuses: not_found. */
async function chosenAmong(
    on: Reader,
    known: readonly { id: number; name: string }[],
    ref: SageRef | undefined
) {
    if (ref === undefined) return known.length === 1 ? known[0] : undefined;
    const { id } = await getSage(on, ref);
    const sage = known.find((one) => one.id === id);
    if (!sage) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** What they were asked. A sage may have been built again meanwhile: other words are another question. */
async function questionsOf(on: Reader, screens: readonly ScreenRow[]): Promise<Question[]> {
    const runs = new Set(screens.map(({ releaseRunId }) => releaseRunId ?? ''));
    const questions = new Map<string, Question>();
    for (const run of runs)
        for (const criterion of (await rubricOf(on, run))?.criteria ?? []) {
            const key = `${criterion.id} ${criterionDigestOf(criterion)}`;
            const askedBy = questions.get(key)?.askedBy ?? new Set();
            questions.set(key, { criterion, askedBy: askedBy.add(run) });
        }
    return Array.from(questions.values());
}
