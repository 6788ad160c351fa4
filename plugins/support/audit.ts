// The audit log over JSON, and its filters.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { listAudit } from '../../db/record/audit.ts';
import { iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';
import { listOf, pageOf, type Paging, paging, shortText, viewPage } from '../surfaces/http/fields.ts';
import { maybeText, moment, wholeId } from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';

export interface AuditQuery extends Paging {
    target?: string;
    act?: string;
    actor?: string;
    since?: string;
    until?: string;
}

const time = Joi.string().isoDate();

export const auditQuery = {
    target: shortText,
    act: shortText,
    actor: shortText,
    since: time.description('A day or a time, in UTC if it has no zone.'),
    until: time.description('Only entries before this time. A date means its first moment.'),
    ...paging
};

const searchOf = ({ target, act, actor, since, until, ...page }: AuditQuery) => ({
    target,
    act,
    actor,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    ...pageOf(page)
});

export const auditRoute = (app: App): ServerRoute =>
    staffRest<AuditQuery>(app, {
        name: 'listAuditEntries',
        method: 'GET',
        path: '/admin/audit',
        summary: 'Lists the audit log, newest first. `act` matches the start of the name of an act.',
        query: auditQuery,
        response: listOf(audited),
        run: async (asked) =>
            viewPage(await listAudit(app.store.read, searchOf(asked)), ({ at, ...act }) => ({
                ...act,
                at: iso(at)
            }))
    });

const audited = {
    id: wholeId,
    at: moment,
    actor: Joi.string().required(),
    act: Joi.string().required(),
    target: Joi.string().required(),
    before: maybeText,
    after: maybeText,
    note: maybeText,
    address: maybeText.description('A keyed hash of the address.')
};
