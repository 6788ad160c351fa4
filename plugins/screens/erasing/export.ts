// The export of one candidate's data as JSON: what the candidate may ask for.
import Joi from 'joi';
import { iso } from '../../../db/store/time.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { dataOf, type ScreenData } from '../../../db/erasing/candidate-data.ts';
import { agentsOn } from '../../../db/erasing/agents.ts';
import { findErasure } from '../../../db/erasing/erasures.ts';
import { isSent, type ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import {
    anyText,
    byName,
    maybeMoment,
    maybeText,
    moment,
    several
} from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { consentOf, screen, screenOf } from '../rows.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { inBody, onWire } from '../../shared/wire.ts';
import { personBy } from './person.ts';
import { ofScreen } from '../../shared/owned.ts';

const label = Joi.object({ by: anyText, level: anyText, blind: Joi.boolean().required(), at: moment });

const answer = Joi.object({
    criterion_id: anyText,
    question: anyText,
    answer: maybeText.description('Null until the candidate submits it.'),
    at: moment,
    gold: several(label) // levels that people gave to this text as a labelled answer
});

/** Rows as they are, whatever the names of their columns. */
const rows = several(Joi.object({ at: moment }).pattern(Joi.any(), maybeText).id('DatedRow')).id('DatedRows');

const screenData = Joi.object({
    screen,
    consent: Joi.object().allow(null).required(),
    answers: several(answer),
    mails: rows,
    jobs: rows,
    credits: rows,
    audit: rows,
    stored: byName(several(Joi.object().unknown())).description(
        'Every personal column of the rows about this screen, by table, as stored.'
    )
});

const response = {
    candidate: Joi.object({
        name: anyText,
        email: anyText,
        erased_at: maybeMoment,
        possible_mentions: Joi.number()
            .integer()
            .allow(null)
            .required()
            .description(
                'Of an erased candidate: places in texts of others that wait for a decision. Null while they are searched for.'
            )
    }).required(),
    screens: several(screenData),
    traces: rows,
    tasks: rows
};

export const exportRoute = (app: App) =>
    rest<{ id: string }>(app, {
        name: 'getCandidateData',
        method: 'GET',
        path: '/screens/{id}/candidate-data',
        summary:
            'Returns all data stored about a candidate, across their screens. Records that you have seen the findings.',
        scope: ['council_screen'],
        ...ofScreen,
        also: [404, 409],
        response,
        run: async ({ id }, actor) => exported(app, await personBy(app, id, actor), actor)
    });

async function exported(app: App, screens: readonly ScreenRow[], actor: Actor) {
    const { read } = app.store;
    const judgementOf = await judgementsFor(app, screens, { actor, show: 'verdict' });
    const found = await Promise.all(screens.map((one) => dataOf(read, one)));
    const {
        id = '',
        candidateName: name = '',
        candidateEmail: email = '',
        erasedAt = null
    } = screens[0] ?? {};
    const erasure = await findErasure(read, id);
    const mentions = erasure?.searchedAt === null ? null : (erasure?.traits?.doubts?.length ?? 0);
    return {
        candidate: { name, email, erased_at: iso(erasedAt), possible_mentions: mentions },
        screens: found.map((data) => ({
            screen: screenOf(data.screen, { ...judgementOf(data.screen), isNamed: true }),
            consent: consentOf(data.screen),
            ...partsOf(data)
        })),
        ...(await mentionsIn(app, screens))
    };
}

/** Agents' texts about the candidate; without those that may be about another person. */
async function mentionsIn({ store: { read } }: App, screens: readonly ScreenRow[]) {
    const [first] = screens;
    const isKnown = first?.erasedAt === null && first.kind === 'real';
    const own = screens.map(({ id }) => id);
    const { traces, tasks } = isKnown ? await agentsOn(read, first, own) : { traces: [], tasks: [] };
    return {
        traces: traces.map((one) => onWire(one, 'at', 'routine', 'actor', 'notes')),
        tasks: tasks.map(({ updatedAt, title, url }) => ({ at: iso(updatedAt), title, url }))
    };
}

const partsOf = ({ screen, answers, mails, jobs, credits, audit, stored }: ScreenData) => ({
    stored: Object.fromEntries(Object.entries(stored).map(([table, some]) => [table, some.map(inBody)])),
    answers: answers.map(({ criterionId, question, answer, at, gold }) => ({
        criterion_id: criterionId,
        question,
        answer: isSent(screen) ? answer : null,
        at: iso(at),
        gold: (isSent(screen) ? gold : []).flatMap(({ labels }) =>
            labels.map((one) => ({ by: one.byName, ...onWire(one, 'level', 'blind', 'at') }))
        )
    })),
    mails: mails.map((one) => ({
        at: iso(one.createdAt),
        ...onWire(one, 'kind', 'toName', 'toEmail', 'state')
    })),
    jobs: jobs.map(({ task, state, createdAt }) => ({ at: iso(createdAt), task, state })),
    credits: credits.map(({ kind, amount, at }) => ({ at: iso(at), kind, amount: String(amount) })),
    audit: audit.map((one) => onWire(one, 'at', 'actor', 'act', 'before', 'after', 'note'))
});
