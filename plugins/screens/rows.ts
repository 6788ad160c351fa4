// A screen as responses show it to the staff, and its schema.
import Joi from 'joi';
import { iso } from '../../db/store/iso.ts';
import { decisions, type ScreenRow, screens } from '../../db/screens/screens.ts';
import {
    anyText,
    maybeMoment,
    maybeText,
    moment,
    named,
    oneOf,
    several,
    uuidText,
    wholeId
} from '../surfaces/openapi/response-fields.ts';

export function screenOf(screen: ScreenRow) {
    const { id, kind, status, decision, verdict } = screen;
    return {
        id,
        sage_id: screen.sageId,
        kind,
        status,
        candidate: { name: screen.candidateName, email: screen.candidateEmail },
        run_id: screen.runId,
        release_run_id: screen.releaseRunId,
        verdict,
        decision,
        decided_by:
            screen.decidedBy === null ? null : { id: screen.decidedBy, display_name: screen.deciderName },
        decided_at: iso(screen.decidedAt),
        decision_note: screen.decisionNote,
        created_at: iso(screen.createdAt),
        invited_at: iso(screen.invitedAt),
        expires_at: iso(screen.expiresAt),
        started_at: iso(screen.startedAt),
        submitted_at: iso(screen.submittedAt),
        evaluated_at: iso(screen.evaluatedAt),
        cancel_reason: screen.cancelReason,
        ended_at: iso(screen.endedAt)
    };
}

const finding = Joi.object({
    criterion_id: Joi.string().required(),
    level: oneOf('absent', 'partial', 'strong', 'unscored'),
    quotes: several(Joi.string()).description('Word for word from the answer.'),
    reason: anyText,
    flags: several(Joi.string()).description('Signs that something is odd about the answer, as codes.')
});

const verdict = Joi.object({
    findings: several(finding),
    score: Joi.number().min(0).max(100).allow(null).required(),
    recommendation: oneOf('advance', 'reject', 'needs_review'),
    evaluator: Joi.object({ name: Joi.string().required(), version: Joi.string().required() }).required(),
    prompt_sha256: Joi.string().required()
});

const fields = {
    id: uuidText,
    sage_id: wholeId,
    kind: oneOf(...screens.kind.enumValues),
    status: oneOf(...screens.status.enumValues),
    candidate: Joi.object({ name: anyText, email: anyText }).required(),
    run_id: maybeText,
    release_run_id: maybeText,
    verdict: verdict.allow(null).required(),
    decision: oneOf(...decisions),
    decided_by: Joi.object({ id: wholeId, display_name: maybeText }).allow(null).required(),
    decided_at: maybeMoment,
    decision_note: maybeText,
    created_at: moment,
    invited_at: maybeMoment,
    expires_at: maybeMoment,
    started_at: maybeMoment,
    submitted_at: maybeMoment,
    evaluated_at: maybeMoment,
    cancel_reason: maybeText,
    ended_at: maybeMoment
};

export const screen = named('Screen', fields);

/** A screen together with the answers of its candidate. */
export const screenWithAnswers = named('ScreenWithAnswers', {
    ...fields,
    answers: several(Joi.object({ criterion_id: Joi.string().required(), answer: anyText }))
});
