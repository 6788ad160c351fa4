// The form of the page that shows candidates beside each other: levels for several of them in one.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { assertSameAnswers, giveNewLevels } from '../../db/judgement/levels.ts';
import { readableScreen } from '../../db/screens/access.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { viewerOf } from '../shared/viewer.ts';
import { actOfUser } from '../surfaces/auth/requester.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { uuid } from '../surfaces/http/fields.ts';
import type { Form } from '../surfaces/http/form-post.ts';
import { several } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { compareAddress, perPage } from './review/compare.ts';
import { levels, type Levels } from './judging.ts';
import { seenSubmitted } from './reviewing.ts';
import { screen, viewsOf } from './rows.ts';

const judged = Joi.object({
    id: uuid.required(),
    levels: levels.required(),
    seen_submitted: seenSubmitted
}).id('ScreenLevels');

interface Judged extends Levels {
    seen_submitted?: number;
}

export const comparingRoute = (app: App): ServerRoute =>
    rest<{ screens: Judged[] }>(app, {
        name: 'giveLevelsToSeveral',
        method: 'POST',
        path: '/screens/compare',
        summary: "Saves a reviewer's levels for several screens together, or nothing.",
        scope: ['council_screen'],
        maxBytes: manyTexts,
        body: { screens: Joi.array().items(judged).min(1).max(perPage).unique('id').required() },
        also: [404, 409],
        response: { screens: several(screen) },
        formPost: { backTo: compareAddress, again: true, says: 'Levels saved.' },
        bodyOfForm: (form) => ({ screens: screensInForm(form) }),
        run: async ({ screens }, actor, request) => {
            if (screens.every(({ levels }) => levels.length === 0)) throw nothingGiven();
            const giving = actOfUser(app, request);
            const done = await app.store.write(async (tx) => {
                const rows: ScreenRow[] = [];
                for (const { id, levels, seen_submitted: seen } of screens) {
                    const row = await readableScreen(tx, id, viewerOf(app, actor));
                    assertSameAnswers(row, seen);
                    await giveNewLevels(tx, row, { ...giving, levels });
                    rows.push(row);
                }
                return rows;
            });
            return { screens: await viewsOf(app, done, { actor, isPage: true }) };
        }
    });

const nothingGiven = () =>
    new Refusal('invalid_field', 'Choose a level for at least one answer.', { field: 'screens' });

const levelName = /^level_([\da-f-]{36})_(.+)$/s;

/** The levels that were chosen on this page: what it showed already may have changed in another window. */
function screensInForm(form: Form) {
    const levels = new Map<string, { criterion_id: string; level: unknown; reason: '' }[]>();
    for (const [name, level] of Object.entries(form)) {
        const [, id, criterion_id] = levelName.exec(name) ?? [];
        if (id === undefined || criterion_id === undefined || level === form[`was_${name}`]) continue;
        levels.set(id, [...(levels.get(id) ?? []), { criterion_id, level, reason: '' }]);
    }
    if (levels.size === 0) throw nothingGiven();
    return Array.from(levels, ([id, given]) => {
        const seen = typed(form, `seen_${id}`);
        return { id, levels: given, ...(seen !== '' && { seen_submitted: Number(seen) }) };
    });
}
