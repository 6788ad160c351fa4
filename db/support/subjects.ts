// The subjects of jobs: the ids of their payloads resolved to sages, screens and emails. No text of a candidate.
import { runs } from '../builds/runs.ts';
import { type MailRow, mails } from '../jobs/mails.ts';
import { sages } from '../sages/sages.ts';
import { screens } from '../screens/screens.ts';
import { eq, inArray, sql, type SQLiteColumn } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import type { JobRow } from '../jobs/ledger.ts';

/** The subject of one job. Parts that no longer exist are left out. */
export interface Subject {
    mail?: Pick<MailRow, 'id' | 'kind' | 'about' | 'state'>;
    sage?: { id: number; name: string };
    screenId?: string;
    runId?: string;
    step?: number;
}

/** Returns what each of these jobs is about, by the id of the job. */
export async function subjectsOf(on: Reader, jobs: readonly Pick<JobRow, 'id' | 'payload'>[]) {
    const named = { mailId: ids(jobs, 'mailId'), screenId: ids(jobs, 'screenId'), runId: ids(jobs, 'runId') };
    const ofMails = await mailsAmong(on, named.mailId);
    const ofScreens = await sagesOf(on, { key: screens.id, sageId: screens.sageId }, named.screenId);
    const ofRuns = await sagesOf(on, { key: runs.runId, sageId: runs.sageId }, named.runId);
    const subjectOf = ({ payload }: Pick<JobRow, 'payload'>): Subject => {
        if ('mailId' in payload) return ofMails.get(payload.mailId) ?? {};
        if ('screenId' in payload) return { screenId: payload.screenId, ...ofScreens.get(payload.screenId) };
        if (!('runId' in payload)) return {};
        return { ...payload, ...ofRuns.get(payload.runId) };
    };
    return new Map(jobs.map((job) => [job.id, subjectOf(job)]));
}

type Name = 'mailId' | 'screenId' | 'runId';

const ids = (jobs: readonly Pick<JobRow, 'payload'>[], name: Name) =>
    jobs.flatMap(({ payload }) => {
        const id = (payload as Partial<Record<Name, string>>)[name];
        return id === undefined ? [] : [id];
    });

async function mailsAmong(on: Reader, wanted: string[]) {
    if (wanted.length === 0) return new Map<string, Subject>();
    const { id, kind, about, state } = mails;
    const found = await on.select({ id, kind, about, state }).from(mails).where(inArray(id, wanted));
    return new Map<string, Subject>(found.map((mail) => [mail.id, { mail }]));
}

/** The sages of these screens or runs, by the id of each. */
async function sagesOf(
    on: Reader,
    { key, sageId }: { key: SQLiteColumn; sageId: SQLiteColumn },
    wanted: string[]
) {
    if (wanted.length === 0) return new Map<string, Subject>();
    const found = await on
        .select({ key: sql<string>`${key}`, id: sages.id, name: sages.name })
        .from(key.table)
        .innerJoin(sages, eq(sages.id, sageId))
        .where(inArray(key, wanted));
    return new Map<string, Subject>(found.map(({ key, ...sage }) => [key, { sage }]));
}
