// The route that invites a list of candidates, for programs and for the page of the preview.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { AuditActor } from '../../../db/record/audit.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import type { SageRef } from '../../../db/sages/sages.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { addressOf, type Candidate } from '../../../db/screens/invitations.ts';
import { inviteList, longestList, showLinksOf } from '../../../db/screens/lists.ts';
import type { App } from '../../app.ts';
import { auditActorOf } from '../../surfaces/auth/requester.ts';
import { sageFor } from '../../shared/owned.ts';
import { freeText, jsonSageRef } from '../../surfaces/http/fields.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { mailField, mailWay } from '../../surfaces/public-pages/mail-way.ts';
import { anyText, count, message, several } from '../../surfaces/http/response-fields.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { rest } from '../../surfaces/rest.ts';
import { candidate, sendingKey } from './invitees.ts';
import { link, linkTo } from '../links.ts';
import { longestLine } from './letter.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { manyTexts } from '../../surfaces/http/bodies/index.ts';
import { readValue } from '../../surfaces/http/bodies/parsing.ts';

interface NewList {
    sage_id: SageRef;
    candidates: Candidate[];
    key: string;
    again: boolean;
    personal_line: string;
}

/** What the author of an invitation says to its candidate, in addition to our words. */
export const personalLine = freeText
    .trim()
    .allow('')
    .max(longestLine)
    .default('')
    .description('In the email, after the greeting.');

/** Each address is read once: Joi's own comparison reads both of each pair, which takes a third of a second. */
function eachOnce(candidates: Candidate[], { error, state }: Joi.CustomHelpers) {
    const known = new Set<string>();
    for (const [pos, one] of candidates.entries()) {
        const address = addressOf(one);
        if (known.has(address))
            return error('array.unique', { pos }, state.localize?.([...(state.path ?? []), pos]));
        known.add(address);
    }
    return candidates;
}

const newList = {
    sage_id: jsonSageRef.required(),
    candidates: Joi.array().items(candidate).min(1).max(longestList).custom(eachOnce).required(),
    key: sendingKey.required().description('Idempotency key: repeating the request invites no one twice.'),
    again: Joi.boolean().default(false),
    personal_line: personalLine
};

/** Three for each candidate; a few more are accepted to report the error. */
const mostValuesOfList = 4 * longestList;

/** The page of the preview carries its candidates as JSON, and as fields those that were corrected. */
function listInForm(form: Form) {
    const { sage_id, key, again, personal_line } = form;
    const candidates = candidatesIn(form);
    return { sage_id: Number(sage_id), candidates, key, again: again === '1', personal_line };
}

/** What is no list is refused by the schema. */
export function candidatesIn(form: Form): unknown {
    const right = listIn(form['candidates']);
    return Array.isArray(right) ? [...(right as unknown[]), ...correctedIn(form)] : right;
}

/** The rows that were shown as fields, without those that are left out. */
function correctedIn(form: Form) {
    const rows: object[] = [];
    for (let n = 0; n < longestList && `email_${n}` in form; n += 1)
        if (!(`skip_${n}` in form)) rows.push({ name: form[`name_${n}`], email: form[`email_${n}`] });
    return rows;
}

function listIn(text: unknown): unknown {
    try {
        return readValue(Buffer.from(String(text)), mostValuesOfList);
    } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
    }
}

export const inviteListRoute = (app: App, formPost: FormPost): ServerRoute =>
    rest<NewList>(app, {
        owned: 'sage_id',
        name: 'inviteCandidates',
        method: 'POST',
        path: '/screens/invitations',
        summary: 'Invites a list of candidates by email, all of them or none.',
        scope: ['council_screen'],
        maxBytes: manyTexts,
        maxValues: mostValuesOfList,
        body: newList,
        status: 201,
        also: [402, 404, 409],
        response: {
            ...message,
            invited: count,
            left_out: count,
            ...mailField,
            links: several(Joi.object({ name: anyText, email: anyText, link: link.required() }))
                .optional()
                .description(
                    'Without a mail server: the private link of each candidate who has not started. Each is recorded as shown.'
                )
        },
        formPost,
        bodyOfForm: listInForm,
        run: (list, actor, request) => send(app, list, { ...auditActorOf(request), ...actor })
    });

async function send(app: App, { sage_id, personal_line: line, ...list }: NewList, by: Actor & AuditActor) {
    const { store, config, secrets, now } = app;
    const { credits: cost, days } = config.screens;
    const isMailed = config.mail.url !== undefined;
    const { invited, leftOut, shown } = await store.write(async (tx) => {
        const sage = await sageFor(app, tx, sage_id, by);
        const at = now();
        const whole = { ...list, line, cost, days, secret: secrets.links, by, at };
        const counts = await inviteList(tx, sage, whole);
        return {
            ...counts,
            shown: isMailed ? [] : await showLinksOf(tx, sage, whole, keysOf(secrets, 'links')(at))
        };
    });
    const done = `${invited === 1 ? '1 candidate is' : `${invited} candidates are`} invited.`;
    const links = shown.map(({ token, ...who }) => ({ ...who, link: linkTo(app, token) }));
    return { message: done, invited, left_out: leftOut, ...mailWay(config), ...(!isMailed && { links }) };
}
