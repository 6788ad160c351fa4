// The form of the page that shows candidates beside each other: levels for several of them in one.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { giveNewLevels, type GivenLevel } from '../../db/judgement/levels.ts';
import { readableScreen } from '../../db/screens/access.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { viewerOf } from '../shared/viewer.ts';
import { auditActorOf } from '../surfaces/auth/requester.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { uuid } from '../surfaces/http/fields.ts';
import type { Form } from '../surfaces/http/form-post.ts';
import { several } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { compareAddress, perPage } from './review/compare.ts';
import { levels } from './judging.ts';
import { levelsInForm } from './reviewing.ts';
import { screen } from './rows.ts';
import { viewsOf } from './views.ts';

const judged = Joi.object({ id: uuid.required(), levels: levels.required() }).id('ScreenLevels');

export const comparingRoute = (app: App): ServerRoute =>
    rest<{ screens: { id: string; levels: GivenLevel[] }[] }>(app, {
        name: 'giveLevelsToSeveral',
        method: 'POST',
        path: '/screens/compare',
        summary: "Saves a reviewer's levels for several screens together, or nothing.",
        scope: ['council_screen'],
        maxBytes: manyTexts,
        body: { screens: Joi.array().items(judged).min(1).max(perPage).unique('id').required() },
        also: [404, 409],
        response: { screens: several(screen) },
        formPost: { backTo: compareAddress, waits: true, says: 'Levels saved.' },
        bodyOfForm: (form) => ({ screens: screensInForm(form) }),
        run: async ({ screens }, actor, request) => {
            const giving = { by: { ...auditActorOf(request), ...actor }, at: app.now() };
            const done = await app.store.write(async (tx) => {
                const rows: ScreenRow[] = [];
                let isNew = false;
                for (const { id, levels } of screens) {
                    const row = await readableScreen(tx, id, viewerOf(app, actor));
                    isNew = (await giveNewLevels(tx, row, { ...giving, levels })) || isNew;
                    rows.push(row);
                }
                if (!isNew) throw nothingGiven();
                return rows;
            });
            return { screens: await viewsOf(app, done, { actor, isPage: true }) };
        }
    });

const nothingGiven = () =>
    new Refusal('invalid_field', 'Choose a level for at least one answer.', { field: 'screens' });

const levelOrReason = /^(level|reason)_([\da-f-]{36})_(.+)$/s;

/** The fields of each candidate as the form of one candidate has them. */
function screensInForm(form: Form) {
    const forms = new Map<string, Record<string, unknown>>();
    for (const [name, value] of Object.entries(form)) {
        const [, what, id, criterion] = levelOrReason.exec(name) ?? [];
        if (id === undefined) continue;
        forms.set(id, { ...forms.get(id), [`${what}_${criterion}`]: value });
    }
    return Array.from(forms, ([id, fields]) => ({ id, ...levelsInForm(fields) }));
}
