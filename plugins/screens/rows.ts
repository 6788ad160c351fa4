// A screen as responses show it to the staff, and its schema.
import Joi from 'joi';
import { iso } from '../../db/store/time.ts';
import type { DecisionRow } from '../../db/judgement/decisions.ts';
import type { Judgement } from '../../db/judgement/judgements.ts';
import type { Review } from '../../db/judgement/levels.ts';
import { decisions, type ScreenRow, screens } from '../../db/screens/screens.ts';
import { managedSages } from '../../db/screens/access.ts';
import {
    anyText,
    count,
    flag,
    maybeId,
    maybeMoment,
    maybeText,
    moment,
    named,
    oneOf,
    several,
    uuidText,
    wholeId
} from '../surfaces/http/response-fields.ts';
import type { App } from '../app.ts';
import { judgementsFor, type Sight } from '../shared/candidates/judgements.ts';
import { viewerOf } from '../shared/viewer.ts';
import { onWire } from '../shared/wire.ts';
import { shownName } from '../shared/candidates/words.ts';

/** What the candidate agreed to and when, for those who read the answers; null until they agreed. */
export const consentOf = ({ consentedAt, consentNotice }: ScreenRow) =>
    consentedAt === null
        ? null
        : { at: iso(consentedAt), text: null, reader: null, operator: null, ...consentNotice };

/** A screen with its verdict and reviews; without the findings, and with a number for the name, where they are withheld. */
export function screenOf(screen: ScreenRow, judgement: Judgement) {
    const { reviews, decisions, shown, isNamed, mayReadNote } = judgement;
    return {
        ...onWire(screen, 'id', 'sageId', 'kind', 'status', 'runId', 'releaseRunId', 'assignedTo'),
        candidate: { name: shownName(screen, judgement), email: isNamed ? screen.candidateEmail : '' },
        ...(shown && { verdict: screen.verdict }),
        verdict_hidden: !shown,
        reviews: reviews.map(reviewOf),
        decisions: decisions.map(decisionOf),
        ...onWire(screen, 'decision', 'decidedAt'),
        decided_by: deciderOf(screen),
        decision_note: mayReadNote ? screen.decisionNote : null,
        ...onWire(screen, 'createdAt', 'invitedAt', 'expiresAt', 'startedAt', 'submittedAt', 'evaluatedAt'),
        ...onWire(screen, 'cancelReason', 'endedAt', 'erasedAt')
    };
}

const deciderOf = ({ decidedBy, deciderName }: Pick<DecisionRow, 'decidedBy' | 'deciderName'>) =>
    decidedBy === null ? null : { id: decidedBy, display_name: deciderName };

const reviewOf = (review: Review) => ({
    by: onWire(review.by, 'id', 'displayName'),
    ...onWire(review, 'at', 'blind', 'levels', 'score', 'recommendation')
});

const decisionOf = (row: DecisionRow) => ({
    by: deciderOf(row),
    ...onWire(row, 'at', 'decision', 'note')
});

const evidence = Joi.object({
    indicator: anyText,
    quote: Joi.string().required(),
    start: count,
    end: count,
    kind: oneOf('said', 'denied', 'asked', 'supposed', 'by_others', 'quoted', 'mentioned')
}).description('`answer.slice(start, end)` is the quote. Only `said` is evidence about the candidate.');

const call = Joi.object({
    model: Joi.string().required(),
    seed: Joi.number().integer().allow(null).required(),
    boundary: Joi.string().required(),
    messages_sha256: Joi.string().required(),
    prompt_tokens: count,
    completion_tokens: count
}).description('How the language model was called.');

const finding = Joi.object({
    criterion_id: Joi.string().required(),
    level: oneOf('absent', 'partial', 'strong', 'unscored'),
    quotes: several(Joi.string()).description('Word for word from the answer.'),
    reason: anyText,
    flags: several(Joi.string()).description('Flags of the answer, as codes.'),
    evidence: Joi.array().items(evidence).description('Where the built-in evaluator looked.'),
    call
});

const judged = {
    score: Joi.number().min(0).max(100).allow(null).required(),
    recommendation: oneOf('advance', 'reject', 'needs_review')
};

const verdict = named('Verdict', {
    findings: several(finding),
    ...judged,
    evaluator: Joi.object({ name: Joi.string().required(), version: Joi.string().required() }).required(),
    prompt_sha256: Joi.string().required(),
    fault: Joi.valid('evaluator_unavailable', 'consent_changed', 'person_asked', 'no_answers').description(
        'Why a person has to review the answers: the evaluator was not available, was not the one in the consent, the candidate asked for a person, or wrote nothing.'
    )
});

const person = Joi.object({ id: wholeId, display_name: maybeText });
const decider = person.allow(null).required().id('Decider');

const review = Joi.object({
    by: person.required(),
    at: moment,
    blind: flag.description('Before this person saw the findings.'),
    levels: several(
        Joi.object({
            criterion_id: Joi.string().required(),
            level: oneOf('absent', 'partial', 'strong'),
            reason: anyText
        })
    ).description('All levels of this person at that time.'),
    ...judged
});

const decision = Joi.object({
    by: decider,
    at: moment,
    decision: oneOf(...decisions),
    note: anyText
});

const fields = {
    id: uuidText,
    sage_id: wholeId,
    kind: oneOf(...screens.kind.enumValues),
    status: oneOf(...screens.status.enumValues),
    candidate: Joi.object({ name: anyText, email: anyText })
        .required()
        .description(
            'For users who may not invite to the sage: a number and an empty address until they have given every level.'
        ),
    run_id: maybeText,
    release_run_id: maybeText,
    verdict: verdict.optional().allow(null).description('Of the evaluator. Omitted while `verdict_hidden`.'),
    verdict_hidden: flag.description(
        'Hidden until this user has given every level, or sends `show=verdict`.'
    ),
    assigned_to: maybeId.description('The user who is to review it.'),
    reviews: several(review).description('Levels of reviewers, oldest first.').id('ScreenReviews'),
    decisions: several(decision)
        .description('Oldest first. They are never overwritten.')
        .id('ScreenDecisions'),
    decision: oneOf(...decisions),
    decided_by: decider,
    decided_at: maybeMoment,
    decision_note: maybeText,
    created_at: moment,
    invited_at: maybeMoment,
    expires_at: maybeMoment,
    started_at: maybeMoment,
    submitted_at: maybeMoment,
    evaluated_at: maybeMoment,
    cancel_reason: maybeText,
    ended_at: maybeMoment,
    erased_at: maybeMoment
};

export const screen = named('Screen', fields);

/** A screen together with the answers of its candidate. */
export const screenWithAnswers = named('ScreenWithAnswers', {
    ...fields,
    consent: Joi.object({
        at: moment,
        text: maybeText,
        reader: maybeText.valid('evidence', 'model', 'nobody'),
        operator: maybeText
    })
        .allow(null)
        .required()
        .description('The notice of the consent. Null for old screens.'),
    answers: several(Joi.object({ criterion_id: Joi.string().required(), answer: anyText })).description(
        'None before the candidate submits them.'
    )
});

/** The parts that a query may request before the user has reviewed; their levels are not blind then. */
export const show = Joi.valid('verdict').description(
    'Shows the findings before you have given levels. Your levels are then not blind.'
);

export type Seeing = Pick<Sight, 'show'>;

/** Screens as one user sees them: the findings are hidden until the user has reviewed, and each view of them is recorded. */
export async function viewsOf(app: App, screens: readonly ScreenRow[], sight: Sight) {
    const judgementOf = await judgementsFor(app, screens, sight);
    const managed = await managedSages(app.store.read, viewerOf(app, sight.actor));
    return screens.map((screen) => {
        const judgement = judgementOf(screen);
        const isNamed = judgement.isNamed || !managed || managed.includes(screen.sageId);
        return screenOf(screen, { ...judgement, isNamed });
    });
}

export const viewOf = async (app: App, screen: ScreenRow, sight: Sight) =>
    (await viewsOf(app, [screen], sight))[0] as ReturnType<typeof screenOf>;
