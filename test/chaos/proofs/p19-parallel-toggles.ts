// P19: a sage with 40 candidates is turned off and on again by 100 clicks at once; each is cancelled, refunded and told once.
import { eq } from '../../../db/store/drizzle.ts';
import { mails } from '../../../db/jobs/mails.ts';
import type { Reader } from '../../../db/store/index.ts';
import { type HttpClient, login } from '../../support/machines/client.ts';
import { until } from '../../support/servers/process.ts';
import { waitingJobs } from '../campaign.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { none, type Proof, type Trial } from '../proof.ts';
import { auditRefunds } from '../refunds.ts';
import { makeActiveSage } from '../screen-load.ts';

const clicks = 100;
const candidates = 40;

export const proof: Proof = {
    name: 'P19',
    promise: 'Toggles of a sage at once cancel, refund and tell of each screen once.',
    rounds: { short: 3, long: 50 },
    async run(trial) {
        const installation = await openInstallation({ grants: [1_000_000] });
        try {
            await installation.start();
            return await toggleAgainAndAgain(installation, trial);
        } finally {
            await installation.remove();
        }
    },
    sabotages: [
        {
            without: 'cancelling only what is outstanding',
            edits: [
                {
                    file: 'db/screens/cancellations.ts',
                    find: '.where(and(which, isOutstanding)).limit(partSize)',
                    replace: '.where(which).limit(partSize)'
                }
            ]
        }
    ]
};

async function toggleAgainAndAgain({ url, withStore }: Installation, { rounds, report }: Trial) {
    const client = await login(url);
    const acknowledged = new Set<string>();
    let told = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
        const sage_id = await makeActiveSage(client);
        for (const id of await invite(client, sage_id)) acknowledged.add(`screen ${id}`);
        const answers = await Promise.all(
            Array.from({ length: clicks }, () => client.action('svc_toggle_sage_status', { sage_id }))
        );
        refused += answers.filter(({ statusCode }) => statusCode !== 200).length;
        told += answers.reduce((sum, { body }) => sum + Number(body.data?.cancelled_count ?? 0), 0);
        report(round + 1, rounds);
    }
    await until('the jobs are done', async () => (await waitingJobs(url)) === 0).catch(() => undefined);
    const screens = rounds * candidates;
    const { refunds, sent } = await withStore(async ({ read }) => ({
        refunds: await auditRefunds(read, acknowledged),
        sent: await mailsOfCancelled(read)
    }));
    const exactly = { atLeast: screens, atMost: screens };
    return [
        { count: rounds * clicks, of: 'toggles' },
        { count: acknowledged.size, of: 'screens', ...exactly },
        { count: told, of: 'answered to be cancelled', ...exactly },
        { count: sent, of: 'mails', ...exactly },
        none('refused', refused),
        ...refunds
    ];
}

async function invite(client: HttpClient, sage_id: number) {
    const ids: string[] = [];
    for (let i = 0; i < candidates; i += 1) {
        const candidate = { name: 'Ada', email: `${crypto.randomUUID()}@example.test` };
        const { statusCode, body } = await client.send('POST', '/screens', {
            sage_id,
            candidate,
            invite: true
        });
        if (statusCode === 201) ids.push(String(body.data.screen.id));
    }
    return ids;
}

const mailsOfCancelled = async (on: Reader) =>
    (await on.select({ id: mails.id }).from(mails).where(eq(mails.kind, 'screen_cancelled'))).length;
