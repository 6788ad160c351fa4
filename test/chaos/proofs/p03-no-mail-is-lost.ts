// P2 and P3: screens are invited and cancelled while the server is killed at any instant, and just when a mail was taken. Each
// refund takes effect once, every mail comes, and a second copy is known.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from '../../../db/store/index.ts';
import { withstand } from '../campaign.ts';
import type { Installation } from '../installation.ts';
import { effectTwice, endingApart, endingFirst, killAtAnyInstant, whom } from '../kills.ts';
import { auditMails, type MailSink, openMailSink } from '../mail-sink.ts';
import { type Proof, type Trial, without } from '../proof.ts';
import { auditRefunds } from '../refunds.ts';
import { startScreenLoad } from '../screen-load.ts';

export const proof: Proof = {
    name: 'P3',
    promise: 'A refund counts once, no mail is lost, and a duplicate carries the same Message-ID.',
    rounds: { short: 12, long: 1000 },
    async run(trial) {
        await using sink = await openMailSink();
        const begin = (url: string) => beginMails(url, sink, trial);
        const figures = await withstand({ trial, begin, env: sink.env, strike: killSenders(trial, sink) });
        return [{ count: trial.rounds, of: 'kills' }, ...figures];
    },
    sabotages: [
        without('sending before the mail is done', ...endingFirst),
        without('a Message-ID that derives from the mail', {
            file: 'jobs/send-mail.ts',
            find: 'messageId: `<${row.id}@',
            replace: 'messageId: `<${crypto.randomUUID()}@'
        }),
        without('ending a job in one transaction with its effect', ...endingApart),
        without('the unique refund and ending a job together with its effect', ...effectTwice)
    ]
};

async function beginMails(url: string, sink: MailSink, { rounds }: Trial) {
    const load = await startScreenLoad(url);
    const audit = async (on: Reader) => [
        ...(await auditRefunds(on, load.acknowledged)),
        ...(await auditMails(on, await sink.arrivals(), rounds))
    ];
    return { ...load, audit };
}

/** A job that is under way in three crashes in a row is given up by design: here each life gets past its first ones. */
const passing = 20;

/** Every other kill hits a server whose mail was taken at this moment, and which does not know it yet. */
function killSenders(trial: Trial, sink: MailSink) {
    const kill = killAtAnyInstant(trial);
    return async (installation: Installation, blow: number) => {
        if (blow % 2 === 0) return kill(installation, blow);
        await Promise.race([sink.nextMail(passing), sleep(10_000)]);
        await installation.kill(whom(blow));
        await installation.start();
    };
}
