// Preparing a sage for its build: a model is asked ahead what the build would ask it.
import type { ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { assertBuildable } from '../../db/builds/blockers.ts';
import { askPreparation, findPreparation, type Preparation } from '../../db/builds/preparations.ts';
import { usedInMonth } from '../../db/judgement/model-usage.ts';
import { givesLevels, type SageRef, type SageRow, visibleSage } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';
import { readinessOf } from '../shared/readiness.ts';
import { viewerOf } from '../shared/viewer.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { sageRef } from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { preparation } from './responses.ts';

export const preparers = ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'] as const;

const about = {
    path: '/sages/{id}/preparation',
    params: { id: sageRef.required() },
    response: { preparation: preparation.allow(null) }
};

export const prepareRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef }>(app, {
        ...about,
        name: 'prepareSage',
        method: 'POST',
        summary:
            'Begins to judge what a build would ask of a model, and keeps each result for it. Costs no credits; nothing is judged twice.',
        scope: preparers,
        formPost: {
            backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/build`,
            says: 'The cases are being judged.'
        },
        bodyOfForm: () => ({}),
        also: [404, 409, 429],
        run: ({ id }, actor) => prepare(app, id, actor)
    });

async function prepare(app: App, id: SageRef, actor: Actor) {
    const { store, now } = app;
    const viewer = viewerOf(app, actor);
    const sage = await visibleSage(store.read, id, viewer);
    await assertPreparable(app, sage);
    await store.write(async (tx) =>
        askPreparation(tx, await visibleSage(tx, id, viewer), { by: actor.id, isAsked: true, at: now() })
    );
    return { preparation: await preparationOf(store.read, sage) };
}

async function assertPreparable(app: App, sage: SageRow) {
    if (!givesLevels(sage.evaluator))
        throw new Refusal('wrong_state', 'No model judges for this sage: there is nothing to prepare.');
    assertBuildable((await readinessOf(app, sage)).blockers);
    const { monthlyLimit = 0 } = app.config.llm ?? {};
    if (monthlyLimit === 0) return;
    if ((await usedInMonth(app.store.read, app.now())).tokens >= monthlyLimit)
        throw new Refusal('too_many_requests', 'The tokens of this month are used up (LLM_MONTHLY_LIMIT).', {
            retryAfter: untilNextMonth(app.now()),
            limit: 'llm_month'
        });
}

/** In seconds. */
function untilNextMonth(at: number) {
    const day = new Date(at);
    return Math.ceil((Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1) - at) / 1000);
}

export const preparationRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef }>(app, {
        ...about,
        name: 'getPreparation',
        method: 'GET',
        summary: 'Returns how far the preparation of a sage is; null where there is none.',
        scope: council,
        also: [404],
        run: async ({ id }, actor) => {
            const { read } = app.store;
            return {
                preparation: await preparationOf(read, await visibleSage(read, id, viewerOf(app, actor)))
            };
        }
    });

/** What came of the latest one; null where nothing had to be judged ahead. */
async function preparationOf(on: Reader, sage: SageRow) {
    const found = await findPreparation(on, sage.id);
    return found ? shown(found, sage) : null;
}

function shown({ state, judged, planned, failure, revision, askedAt, endedAt }: Preparation, sage: SageRow) {
    if (state === 'idle') return null;
    const times = { asked_at: iso(askedAt), ended_at: iso(endedAt) };
    return { state, judged, planned, failure, ...times, is_current: revision === sage.revision };
}
