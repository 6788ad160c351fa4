// Preparing a sage for its build: a model is asked ahead what the build would ask it.
import type { ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { assertLeft } from '../../db/accounts/short-lived/budgets.ts';
import { assertBuildable } from '../../db/builds/blockers.ts';
import { askPreparation, findPreparation, shareOf } from '../../db/builds/preparations.ts';
import { usedInMonth } from '../../db/judgement/model-usage.ts';
import { givesLevels, type SageRef, type SageRow } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { readinessOf } from '../shared/readiness.ts';
import { ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { onWire } from '../shared/wire.ts';
import { council, editors } from '../surfaces/auth/capability-sets.ts';
import { rest } from '../surfaces/rest.ts';
import { preparation } from './responses.ts';

const about = {
    path: '/sages/{id}/preparation',
    ...ofSage,
    response: { preparation }
};

export const prepareRoute = (app: App): ServerRoute =>
    rest<OfSage>(app, {
        ...about,
        name: 'prepareSage',
        method: 'POST',
        summary:
            'Starts to evaluate the cases of a build in advance and stores the results for it. Costs no credits. No case is evaluated twice.',
        scope: editors,
        formPost: {
            backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}`,
            says: 'The preparation is queued.'
        },
        also: [404, 409],
        run: ({ id }, actor) => prepare(app, id, actor)
    });

export const preparationRoute = (app: App): ServerRoute =>
    rest<OfSage>(app, {
        ...about,
        name: 'getPreparation',
        method: 'GET',
        summary: 'Returns the progress of the preparation of a sage, or null without a preparation.',
        scope: council,
        also: [404],
        run: async ({ id }, actor) =>
            preparationOf(app.store.read, await sageFor(app, app.store.read, id, actor))
    });

async function prepare(app: App, id: SageRef, actor: Actor) {
    const { read, write } = app.store;
    const at = app.now();
    const sage = await sageFor(app, read, id, actor);
    if (!givesLevels(sage.evaluator))
        throw new Refusal('wrong_state', 'You can prepare only sages that use a language model.');
    assertBuildable((await readinessOf(app, sage)).blockers);
    await assertLeft(read, [shareOf(actor.id)], at);
    const { monthlyLimit = 0 } = app.config.llm ?? {};
    if (monthlyLimit > 0 && (await usedInMonth(read, at)).tokens >= monthlyLimit)
        throw new Refusal('too_many_requests', "This month's token limit is reached (LLM_MONTHLY_LIMIT).");
    await write((tx) => askPreparation(tx, sage, actor.id, at));
    return preparationOf(read, sage);
}

async function preparationOf(on: Reader, { id, revision }: SageRow) {
    const found = await findPreparation(on, id);
    if (!found) return { preparation: null };
    const reached = onWire(found, 'state', 'judged', 'planned', 'failure', 'endedAt');
    return { preparation: { ...reached, is_current: found.revision === revision } };
}
