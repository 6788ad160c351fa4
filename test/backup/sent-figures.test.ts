// What the figures say of backups that are sent to a bucket.
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { Refusal } from '../../db/store/refusal.ts';
import { startS3 } from '../doubles/s3.ts';
import { offsite } from '../support/stores/backups.ts';
import { scraper, valueOf } from '../support/servers/metrics.ts';
import { until } from '../support/servers/process.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('metrics show when a backup was created and, after it was sent, when it was sent', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const testApp = await createTestApp(t, { env: { ...offsite(s3), BACKUP_TO: 'offsite' }, alone: true });
    const scrape = await scraper(testApp);
    const { backups } = testApp.app;
    const figures = async () => {
        const text = await scrape();
        const of = (name: string) => valueOf(text, `sage_council_${name}_timestamp_seconds`);
        return [of('last_backup'), of('last_sent_backup')];
    };
    /** The figures are there a moment before the backup has ended. */
    const isBegun = () => {
        try {
            backups.begin();
            return true;
        } catch (error) {
            if (error instanceof Refusal) return false;
            throw error;
        }
    };
    const says = async (made: number, sent: number) => {
        await until('the one before has ended', async () => isBegun());
        await until('it is told', async () => isDeepStrictEqual(await figures(), [made, sent]));
        t.deepEqual(await figures(), [made, sent]);
    };
    const first = testApp.now() / 1000;
    t.deepEqual(await figures(), [0, 0]);
    await says(first, first);
    s3.answer((_, response) => void response.writeHead(403).end()); // its keys have expired
    testApp.pass(24 * 60 * 60_000);
    await says(first + 86_400, first);
    await until('sending has failed', async () => (await backups.state()).failed !== undefined);
    s3.answer();
    testApp.pass(1000);
    await says(first + 86_401, first + 86_401);
});
