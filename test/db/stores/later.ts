// What came after the first stores that are kept: people who judge and label, drafts, erasures, licences, nights, nodes.
import { keepForm } from '../../../db/accounts/short-lived/kept-forms.ts';
import { useOnce } from '../../../db/accounts/short-lived/spent.ts';
import { recordAttempt } from '../../../db/jobs/attempts.ts';
import { jobs } from '../../../db/jobs/ledger.ts';
import { joinNodes } from '../../../db/jobs/nodes.ts';
import { licences } from '../../../db/judgement/licence.ts';
import { licenceChecks } from '../../../db/judgement/licence/checks.ts';
import { countCall } from '../../../db/judgement/model-usage.ts';
import { sageDrafts } from '../../../db/sages/drafts.ts';
import { asc } from '../../../db/store/drizzle.ts';
import type { TestApp } from '../../support/servers/test-app.ts';
import { done } from '../../support/fixtures/done.ts';

export async function laterWork(testApp: TestApp) {
    await labelsAndErasure(testApp);
    const council = await testApp.as('councilAdmin');
    const { items } = done(await council.get('/sages?per_page=100')).data;
    const built = items.find((sage: Sage) => sage.release_run_id !== null) as Sage;
    await inTheBackground(testApp, built);
    await onTheWay(testApp, { sageId: built.id, userId: council.user.id });
}

interface Sage {
    id: number;
    release_run_id: string;
}

interface Screen {
    id: string;
    decision: string;
}

/** A reviewer gives levels, which join the gold; a candidate who was rejected is erased. */
async function labelsAndErasure(testApp: TestApp) {
    const council = await testApp.as('councilAdmin');
    const { items } = done(await council.get('/screens?per_page=100')).data;
    const idOf = (decision: string) => items.find((screen: Screen) => screen.decision === decision).id;
    const reviewer = await testApp.as('reviewer');
    const levels = [
        { criterion_id: 'debugging', level: 'strong' },
        { criterion_id: 'teamwork', level: 'partial' }
    ];
    done(await reviewer.send('POST', `/screens/${idOf('hired')}/levels`, { levels }));
    done(await reviewer.get(`/screens/${idOf('hired')}`));
    done(await council.send('POST', `/screens/${idOf('rejected')}/erase`));
}

/** What only a model, a mail server or a second node brings about, written by hand. */
async function inTheBackground({ store, now }: TestApp, { id: sageId, release_run_id: runId }: Sage) {
    const at = now();
    await store.write(async (tx) => {
        await tx.insert(licences).values({
            runId,
            sageId,
            at,
            licensed: false,
            firstLine: 'Too few answers are labelled.',
            reasons: ['Label 20 answers more.'],
            labellers: []
        });
        await tx.insert(licenceChecks).values({ runId, askedAt: at });
        await countCall(tx, { prompt: 900, completion: 80 }, { at, demo: true });
        const [job] = await tx.select({ id: jobs.id }).from(jobs).orderBy(asc(jobs.id)).limit(1);
        await recordAttempt(tx, {
            jobId: job?.id ?? '',
            number: 1,
            at,
            code: 'ECONNREFUSED',
            words: 'mail.example.test could not be reached'
        });
        await joinNodes(tx, 'node-1', at);
    });
}

/** A page with a draft, a form that was refused, a human check that was used up. */
async function onTheWay({ store, now }: TestApp, { sageId, userId }: { sageId: number; userId: number }) {
    const at = now();
    await store.write(async (tx) => {
        const typed = { name: 'Backend engineer, senior' };
        await tx.insert(sageDrafts).values({ sageId, userId, page: 'details', typed, at });
        await keepForm(tx, { id: 'a-refused-form', typed, endsAt: at + 600_000 });
        await useOnce(tx, 'request_password_reset~a-challenge', at + 120_000);
    });
}
