// Licences: an evaluator may advise only if it agreed with people on answers that they labelled.
import { findUserById } from '../accounts/users.ts';
import { contextsOfRelease } from '../builds/releases.ts';
import { runs } from '../builds/runs.ts';
import { queueMail } from '../jobs/mails.ts';
import { areCurrent } from '../sages/contexts.ts';
import { isStale, rebuildHint, sages, type SageRow } from '../sages/sages.ts';
import type { ModelCall } from '../sages/verdicts.ts';
import { code, flag, integer, json, nullable, others, plain, serial, text, time } from '../store/columns.ts';
import { and, desc, eq, index, isNotNull, max, notInArray, sql, sqliteTable } from '../store/drizzle.ts';
import { query } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import type { Labeller } from './licence/answers.ts';
import { forgetJudged } from './licence/drift.ts';
import type { Figures } from './licence/rules.ts';

export type LicenceRow = typeof licences.$inferSelect;

/** One row for each decision, never overwritten; the latest one of a release counts. A sage keeps its last 400. */
export const licences = sqliteTable(
    'licences',
    {
        id: serial(),
        runId: code().references(() => runs.runId), // the release
        sageId: integer().references(() => sages.id),
        at: time(),
        licensed: flag(),
        measured: flag().default(true), // false where a change of something else ended it
        rule: integer().default(1), // by which it was decided: 1 until interim analyses came, then 2
        firstLine: text(plain),
        reasons: json<string[]>(plain),
        model: nullable.code(), // the name that the model reported
        version: nullable.code(), // of the evaluator; null where none was asked, and in rows of earlier versions
        figures: nullable.json<Figures>(plain), // null where there were too few labels
        labellers: json<Labeller[]>(others)
    },
    (t) => [index('licences_by_run').on(t.runId, t.id), index('licences_by_sage').on(t.sageId, t.id)]
);

const latest = (isWanted: ReturnType<typeof eq>) =>
    query<LicenceRow>((on) => on.select().from(licences).where(isWanted).orderBy(desc(licences.id)).limit(1));
const latestOfRun = latest(eq(licences.runId, sql.placeholder('runId')));
const latestOfSage = latest(eq(licences.sageId, sql.placeholder('sageId')));

/** Returns the latest decision on this release, or undefined. */
export const findLicence = (on: Reader, runId: string) => latestOfRun.first(on, { runId });

/** The largest number of measurements that are shown. */
const mostMeasurements = 60;

const measurements = query<LicenceRow>((on) =>
    on
        .select()
        .from(licences)
        .where(
            and(
                eq(licences.sageId, sql.placeholder('sageId')),
                eq(licences.measured, true),
                isNotNull(licences.figures)
            )
        )
        .orderBy(desc(licences.id))
        .limit(mostMeasurements)
);

/** Returns the latest measurements of this sage, whatever its release, newest first: they show whether its evaluator drifts. */
export const measurementsOf = (on: Reader, sageId: number) => measurements.all(on, { sageId });

/** Returns the latest decision on any release of this sage, or undefined. */
export const lastLicence = (on: Reader, sageId: number) => latestOfSage.first(on, { sageId });

const released = query((on) =>
    on
        .select({
            id: sages.id,
            name: sages.name,
            ownerId: sages.ownerId,
            revision: sages.revision,
            releaseRevision: sages.releaseRevision
        })
        .from(sages)
        .where(eq(sages.releaseRunId, sql.placeholder('runId')))
);

/** Returns the sage whose current release this is; undefined when a newer one has replaced it. */
export const sageOfRelease = (on: Reader, runId: string) => released.first(on, { runId });

const ruleInForce = 2;

/**
 * Whether this decision is a licence of the first rule, which turned recommendations on for evaluators that fail the present one.
 */
export const isByOldRule = ({ licensed, rule }: Pick<LicenceRow, 'licensed' | 'rule'>) =>
    licensed && rule !== ruleInForce;

/** Whether this run's release may advise: by its latest decision, until a newer release or an edit replaces it. */
export async function isLicensed(on: Reader, runId: string): Promise<boolean> {
    const licence = await findLicence(on, runId);
    const sage = licence?.licensed && !isByOldRule(licence) ? await sageOfRelease(on, runId) : undefined;
    return sage !== undefined && !(await isEdited(on, sage, runId));
}

/** Whether any input of the sage's evaluation has changed since this release: the sage, its template or its contexts. */
export const isEdited = async (on: Reader, sage: Parameters<typeof isStale>[0], runId: string) =>
    isStale(sage) || !(await areCurrent(on, await contextsOfRelease(on, runId)));

const licensedOnce = query((on) =>
    on
        .select({ runId: licences.runId })
        .from(sages)
        .innerJoin(licences, eq(licences.runId, sages.releaseRunId))
        .where(
            and(
                eq(licences.licensed, true),
                eq(
                    licences.id,
                    sql`(select max(later.id) from ${licences} later where later.run_id = ${licences.runId})`
                )
            )
        )
);

/** Returns the releases of sages that may advise. */
export async function licensedReleases(on: Reader) {
    const licensed: string[] = [];
    for (const { runId } of await licensedOnce.all(on)) if (await isLicensed(on, runId)) licensed.push(runId);
    return licensed;
}

type Decision = Omit<LicenceRow, 'id' | 'sageId' | 'measured' | 'rule'> & { measured?: boolean };

/** Stores a decision, unless the release was replaced. When a sage loses its licence, its owner gets an email. */
export async function recordLicence(tx: Tx, decision: Decision) {
    const sage = await sageOfRelease(tx, decision.runId);
    if (!sage || (decision.licensed && (await isEdited(tx, sage, decision.runId)))) return;
    const before = await lastLicence(tx, sage.id);
    await tx.insert(licences).values({ ...decision, sageId: sage.id, rule: ruleInForce });
    await forgetOldest(tx, sage.id);
    if (before?.licensed && !decision.licensed) await tellOwner(tx, sage, decision);
}

/** A year of nightly checks. */
const mostKept = 400;

/** Deletes the oldest decisions beyond the limit, except for the latest of each release. */
async function forgetOldest(tx: Tx, sageId: number) {
    const isOfSage = eq(licences.sageId, sageId);
    const kept = tx
        .select({ id: licences.id })
        .from(licences)
        .where(isOfSage)
        .orderBy(desc(licences.id))
        .limit(mostKept);
    const latestOfEach = tx
        .select({ id: max(licences.id) })
        .from(licences)
        .where(isOfSage)
        .groupBy(licences.runId);
    const isOld = and(isOfSage, notInArray(licences.id, kept), notInArray(licences.id, latestOfEach));
    await tx.delete(licences).where(isOld);
}

async function tellOwner(
    tx: Tx,
    sage: Pick<SageRow, 'id' | 'name' | 'ownerId'>,
    { runId, firstLine, at }: Decision
) {
    const owner = await findUserById(tx, sage.ownerId ?? 0);
    if (!owner) return;
    const to = { name: owner.displayName, email: owner.email };
    const about = { sageId: sage.id, runId, sageName: sage.name, reason: firstLine };
    await queueMail(tx, { kind: 'licence_lost', to, about, at });
}

/** Why a release may no longer advise whose sage was changed. */
export const edited = `The sage was changed after this release. ${rebuildHint}`;

/** Ends the licence of a release whose sage was changed since. What was decided once is not decided again. */
export async function endIfStale(tx: Tx, runId: string, at: number) {
    const licence = await findLicence(tx, runId);
    const sage = licence?.licensed ? await sageOfRelease(tx, runId) : undefined;
    if (licence && sage && (await isEdited(tx, sage, runId)))
        await endLicence(tx, licence, { why: edited, at });
}

/**
 * Ends a licence for a reason other than its metrics. The former results of the evaluator no longer count: the next check repeats
 * them.
 */
export async function endLicence(tx: Tx, licence: LicenceRow, { why, at }: Refused) {
    await recordLicence(tx, refusal(licence.runId, licence, { why, at }));
    await forgetJudged(tx, licence.runId);
}

export interface Refused {
    why: string;
    at: number;
}

/** The decision against a licence that was not measured again; what is known of the last measurement stays with it. */
export function refusal(runId: string, known: LicenceRow | undefined, { why, at }: Refused) {
    const { model = null, version = null, figures = null, labellers = [] } = known ?? {};
    const decided = { runId, at, licensed: false, firstLine: notLicensed(why), reasons: [why] };
    return { ...decided, measured: false, model, version, figures, labellers };
}

interface Judged {
    runId: string;
    calls: readonly (Pick<ModelCall, 'model'> | undefined)[];
    /** Of the evaluator. */
    version: string;
    at: number;
}

/** Whether a verdict of these calls may advise. A model that reports another name or is asked otherwise ends the licence. */
export async function mayAdviseBy(tx: Tx, { runId, calls, version, at }: Judged) {
    const licence = await findLicence(tx, runId);
    if (!licence || !(await isLicensed(tx, runId))) {
        await endIfStale(tx, runId, at);
        return false;
    }
    const other = calls.find((call) => call && call.model !== licence.model);
    const why = other
        ? `The model now reports the name "${other.model}". Recommendations were turned on for "${licence.model ?? ''}". ${rebuildHint}`
        : otherWords(licence, version);
    if (why) await endLicence(tx, { ...licence, model: other?.model ?? licence.model, version }, { why, at });
    return why === undefined;
}

/** Why an evaluator is not the one that was licensed although it has the same name; undefined where it is. */
const otherWords = ({ version: licensed }: LicenceRow, version: string) =>
    licensed === null || licensed === version
        ? undefined
        : `The evaluator is now version "${version}". Recommendations were turned on for "${licensed}". ${rebuildHint}`;

/** The first line of a report card without a licence. */
export const notLicensed = (reason: string) => `Recommendations off: ${reason}`;
