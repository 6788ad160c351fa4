// What people, machines and sellers leave in a store.
import { disableUser } from '../../../db/accounts/locking-out.ts';
import { jobs } from '../../../db/jobs/ledger.ts';
import { mails } from '../../../db/jobs/mails.ts';
import { asc, eq } from '../../../db/store/drizzle.ts';
import { follow, letters, linkIn, requestReset, updateProfile } from '../../support/people/accounts.ts';
import { agentOf } from '../../support/clients/agent.ts';
import { item, leave } from '../../support/fixtures/intake.ts';
import { salesFixturesIn } from '../../support/fixtures/sales.ts';
import { banner } from '../../support/fixtures/splash.ts';
import type { TestApp } from '../../support/servers/test-app.ts';
import { plain } from '../../pictures/plain.ts';
import { done } from '../../support/fixtures/done.ts';

/** A disabled user, a picture, an address that was changed and one that waits, links to a new password. */
export async function workOfAccounts(testApp: TestApp) {
    const { store, now } = testApp;
    await testApp.as('powerUser');
    await store.write((tx) => disableUser(tx, 'powerUser', { by: { name: 'cli' }, at: now() }));
    const author = await testApp.as('author');
    const picture = new Blob([(await plain()).png], { type: 'image/png' });
    const profile = {
        first_name: 'Ada',
        bio: 'Writes rubrics.',
        avatar_type: 'upload',
        avatar_upload: picture
    };
    done(await updateProfile(testApp, author, profile));
    done(await updateProfile(testApp, author, { email: 'new-address@example.test' }));
    await testApp.drain();
    const [letter] = (await letters(testApp)).filter(({ kind }) => kind === 'verify_email');
    if (letter) await follow(testApp, linkIn(letter), author);
    done(await updateProfile(testApp, author, { email: 'newer-address@example.test' }));
    await testApp.as('salesRep');
    done(await requestReset(testApp, 'salesRep'));
    await testApp.drain();
}

/** A request for a link to a new password, whose job waits. */
export const unansweredRequest = async (testApp: TestApp) => done(await requestReset(testApp, 'otherRep'));

/** Calls of tools, steps of routines, tasks of other programs, a page, a banner that was seen. */
export async function workOfAgents(testApp: TestApp) {
    const agent = await agentOf(testApp);
    const step = { run_id: 'r1', actor: 'writer', routine: 'review', cadence: 'weekly' };
    done(await agent.call('emit_trace', { ...step, status: 'ok', notes: 'all read' }));
    done(await agent.call('emit_trace', { ...step, status: 'failed', notes: 'no network' }));
    done(await agent.call('task_get', { crm_id: 'crm-1' }));
    await agent.call('task_get', {});
    const admin = await testApp.as('administrator');
    done(await admin.send('PUT', '/tasks', { crm_id: 'crm-1', planner_id: 'plan-1', title: 'Call back' }));
    done(
        await admin.send('PUT', '/pages/7', { title: 'About', slug: 'about', content: '<p>We screen.</p>' })
    );
    done(
        await admin.send('PATCH', '/settings/decision-mails', { rejected: true, rejected_en: 'No, {name}.' })
    );
    const { splash } = done(await admin.send('POST', '/splash', banner)).data;
    done(await admin.action('svc_mark_splash_seen', { splash_id: splash.id }));
}

const statuses = [
    'ss_draft',
    'ss_pending_approval',
    'ss_approved',
    'ss_customer_sent',
    'ss_customer_approved',
    'ss_customer_declined',
    'ss_closed',
    'ss_paid',
    'ss_lost'
] as const;

/** A deal in each status, a recalled one, and items of the intake that have come to each end. */
export async function workOfSales(testApp: TestApp) {
    const fixtures = await salesFixturesIn(testApp);
    for (const status of statuses) await fixtures.dealIn(status, { customer_name: `Customer ${status}` });
    const { id } = await fixtures.dealIn('ss_pending_approval', { customer_name: 'Customer of a recall' });
    done(await fixtures.rep.action('svc_recall_deal', { deal_id: id, reason: 'The price is wrong.' }));
    await fixtures.make({ revenue: 1, lines: [{ text: 'A line', quantity: 1, unit_price: 1 }] });
    done(await leave(testApp, { ...item, title: 'From the public form', recaptcha_token: 'none' }));
    const ends = [
        undefined,
        ['convert', {}],
        ['close', { status: 'intake_closed' }],
        ['close', { status: 'intake_spam' }]
    ] as const;
    for (const end of ends) {
        const made = done(await fixtures.rep.send('POST', '/intake', item)).data.item;
        done(
            await fixtures.rep.send('POST', '/intake/toggle-checklist', { item_id: made.id, step: 'priced' })
        );
        if (end) done(await fixtures.rep.send('POST', `/intake/${made.id}/${end[0]}`, end[1]));
    }
    await testApp.drain();
    await inEveryState(testApp);
}

const { id } = jobs;

/** What only a mail server or PostgreSQL brings about, written by hand. */
async function inEveryState({ store }: TestApp) {
    await store.write(async (tx) => {
        const ended = await tx.select({ id }).from(jobs).orderBy(asc(id)).limit(4);
        const ends = [
            { state: 'dead', tries: 6, lastError: 'ECONNREFUSED' },
            { state: 'held' },
            { state: 'cancelled' },
            { state: 'sent', endedAt: null }
        ] as const;
        for (const [place, job] of ended.entries()) {
            const end = ends[place];
            if (end) await tx.update(jobs).set(end).where(eq(id, job.id));
        }
        const kept = await tx.select({ id: mails.id }).from(mails).orderBy(asc(mails.id)).limit(2);
        for (const [place, mail] of kept.entries()) {
            const state = place === 0 ? 'sent' : 'dead';
            await tx
                .update(mails)
                .set({ state, sentAt: state === 'sent' ? 1 : null })
                .where(eq(mails.id, mail.id));
        }
    });
}
