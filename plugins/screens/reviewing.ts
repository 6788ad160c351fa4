// The form of a reviewer: levels, decision and note in one, the next candidate after it, and what takes a decision back.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { GivenLevel } from '../../db/judgement/levels.ts';
import { reviewScreen, undoDecision } from '../../db/judgement/reviewing.ts';
import { recordAsking } from '../../db/judgement/showings.ts';
import { record } from '../../db/record/audit.ts';
import { decisions, getScreen, type ScreenRow } from '../../db/screens/screens.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import type { Form } from '../surfaces/http/form-post.ts';
import { anyText, maybeId, maybeMoment, maybeText } from '../surfaces/http/response-fields.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { rest } from '../surfaces/rest.ts';
import { decidedWord } from './review/decision.ts';
import { judgingForms } from './review/index.ts';
import { reviewPath } from './review/review-page.ts';
import { levels } from './judging.ts';
import { queueAround } from './list/listing.ts';
import { answered, changed, changeScreen, type Work, toScreen } from './changing.ts';
import type { screenOf } from './rows.ts';
import { freeText } from '../surfaces/http/fields.ts';

export const reviewingRoutes = (app: App): ServerRoute[] => [
    reviewRoute(app),
    undoRoute(app),
    showFindingsRoute(app)
];

interface Reviewed {
    id: string;
    levels: GivenLevel[];
    decision?: ScreenRow['decision'];
    note: string;
    sage_id?: number;
    seen_decision?: number;
    seen_submitted?: number;
}

/** Answers can be opened again: levels for those that were read are not levels for what came after. */
export const seenSubmitted = Joi.number()
    .integer()
    .description(
        'When the answers that you read were submitted, in milliseconds since 1970: others are refused.'
    );

/** Of a decision, as its row has it; 0 for none. */
const decisionId = Joi.number().integer().min(0);

const reviewFields = {
    levels: levels.default([]),
    decision: Joi.valid(...decisions).description(
        'Your decision. If it is the present one, only levels and note are saved.'
    ),
    note: freeText.trim().allow('').max(2000).default(''),
    sage_id: Joi.number().integer().positive().description('Limits `next` to candidates of this sage.'),
    seen_decision: decisionId.description(
        'The latest decision that you saw, 0 for none: another one is refused.'
    ),
    seen_submitted: seenSubmitted
};

const reviewRoute = (app: App): ServerRoute =>
    rest<Reviewed>(app, {
        ...toScreen,
        name: 'reviewScreen',
        path: '/screens/{id}/review',
        summary:
            'Saves levels, a decision and a note together, or nothing. A decision requires a level of yours for every answer.',
        maxBytes: manyTexts,
        body: reviewFields,
        response: {
            ...toScreen.response,
            message: anyText,
            next: maybeText.description('The candidate who waits longest after this one.'),
            decision_id: maybeId,
            undo_until: maybeMoment.description(
                'Until when the decision can be undone. Null: nothing was decided.'
            )
        },
        formPost: { ...judgingForms, backTo: afterReview, undo: undoOf },
        bodyOfForm: (form) => ({
            ...levelsInForm(form),
            note: form['note'],
            ...(form['decision'] !== undefined && { decision: form['decision'] }),
            ...(typed(form, 'seen_decision') !== '' && { seen_decision: Number(form['seen_decision']) }),
            ...(typed(form, 'seen_submitted') !== '' && { seen_submitted: Number(form['seen_submitted']) }),
            ...(typed(form, 'sage_id') !== '' && { sage_id: Number(form['sage_id']) })
        }),
        run: async ({ id, sage_id, seen_decision: seen, seen_submitted, ...given }, actor, request) => {
            const { undoMs } = app.config.screens;
            const asked = { ...given, seen, seenSubmitted: seen_submitted, decision: given.decision, undoMs };
            const done = await changeScreen(app, id, request, async (tx, act) => ({
                ...(await reviewScreen(tx, id, { ...asked, ...act })),
                at: act.at
            }));
            const { next } = await queueAround(app, done.screen, actor, sage_id);
            const { screen } = await answered(app, request, done.screen, true);
            return {
                screen,
                message: messageOf(app, screen, { ...done, decision: given.decision }),
                next: next ?? null,
                decision_id: done.isDecided ? done.decisionId : null,
                undo_until: done.isDecided && undoMs > 0 ? iso(done.at + undoMs) : null
            };
        }
    });

interface Done {
    isDecided: boolean;
    isComplete: boolean;
    decision: ScreenRow['decision'] | undefined;
}

function messageOf({ config }: App, { candidate, decision }: ReturnType<typeof screenOf>, done: Done) {
    const minutes = pluralize(config.screens.undoMs / 60_000, 'minute');
    const undo = config.screens.undoMs > 0 ? ` You can undo this for ${minutes}.` : '';
    if (done.isDecided) return `${candidate.name}: ${decidedWord(decision)}.${undo}`;
    if (done.decision === 'not_reviewed') return 'Left for later.';
    return done.isComplete ? 'Saved.' : 'Saved. Some levels are missing.';
}

/** A decision leads to the next candidate; levels alone back to the page, which shows the findings once all are given. */
function afterReview(form: Form, done: boolean, data: object) {
    const sage = typed(form, 'sage_id');
    const queue = sage === '' ? '' : `?sage_id=${encodeURIComponent(sage)}`;
    if (!done || typed(form, 'decision') === '') return `${reviewPath(form)}${queue}`;
    const { next } = data as { next: string | null };
    return `${next === null ? '/screens/done' : reviewPath({ id: next })}${queue}`;
}

interface Undoable {
    undo_until: string | null;
    decision_id: number | null;
    screen: { id: string };
}

function undoOf(_form: Form, data: object) {
    const { undo_until: until, decision_id, screen: of } = data as Undoable;
    if (until === null || decision_id === null) return undefined;
    return { to: { rest: `/screens/${of.id}/undo` }, fields: { decision_id } };
}

const levelOrReason = /^(?:level|reason)_(.+)$/s;

/** Criteria without a chosen level are left out. Refuses: a reason without a level, which would be lost. */
function levelsInForm(form: Form) {
    const ids = Object.keys(form).flatMap((name) => levelOrReason.exec(name)?.[1] ?? []);
    const given = Array.from(new Set(ids)).flatMap((criterion_id) => {
        const level = form[`level_${criterion_id}`];
        const reason = form[`reason_${criterion_id}`] ?? '';
        if (level !== undefined) return [{ criterion_id, level, reason }];
        if (typed(form, `reason_${criterion_id}`).trim() === '') return [];
        const message = 'Choose a level for each reason, or remove the reason.';
        throw new Refusal('invalid_field', message, { field: `level_${criterion_id}` });
    });
    return { levels: given };
}

const undoRoute = (app: App): ServerRoute =>
    rest<{ id: string; decision_id?: number }>(app, {
        ...toScreen,
        name: 'undoDecision',
        path: '/screens/{id}/undo',
        summary: 'Undoes your latest decision within `UNDO_MINUTES`. The candidate gets no email about it.',
        body: { decision_id: decisionId.description('The one to undo. Otherwise the latest.') },
        formPost: { backTo: reviewPath, says: 'Decision undone. No email was sent.' },
        bodyOfForm: ({ decision_id: of }) => (of === undefined ? {} : { decision_id: Number(of) }),
        run: ({ id, decision_id: decisionId }, _, request) => {
            const { undoMs } = app.config.screens;
            const undo: Work<ScreenRow> = (tx, act) => undoDecision(tx, id, { ...act, undoMs, decisionId });
            return changed(app, id, request, undo, { isPage: true });
        }
    });

const showFindingsRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        ...toScreen,
        body: {},
        name: 'showFindings',
        path: '/screens/{id}/show-findings',
        summary:
            'Shows name and findings before you have given levels. It is recorded: your levels are not blind.',
        also: [404],
        formPost: { backTo: (form) => `${reviewPath(form)}${form['to'] === 'data' ? '/data' : ''}` },
        run: ({ id }, _, request) => {
            const show: Work<ScreenRow> = async (tx, { by, at }) => {
                await recordAsking(tx, { screenId: id, userId: by.id, at });
                await record(tx, { by, act: 'screen.show-findings', target: `screen:${id}`, at });
                return getScreen(tx, id);
            };
            return changed(app, id, request, show, { isPage: true });
        }
    });
