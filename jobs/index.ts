import type { BaseLogger } from 'pino';
import type { Store } from '../db/store/index.ts';
import { answerResetRequestJob } from './answer-reset-request.ts';
import { buildStep } from './build-step.ts';
import { checkLicence } from './licence/check-licence.ts';
import { evaluateScreen } from './evaluate-screen.ts';
import type { Evaluators } from './evaluation/index.ts';
import { judgeRest } from './judge-rest.ts';
import type { Jobs } from './job.ts';
import { prepareSage } from './build/ahead/prepare-sage.ts';
import { refundCredit } from './refund-credit.ts';
import { type MailSettings, type ObserveMail, sendMail } from './send-mail.ts';

interface JobsDeps {
    store: Store;
    evaluators: Evaluators;
    mail: MailSettings;
    log: BaseLogger;
    now: () => number;
    observeMail?: ObserveMail | undefined;
    /** Aborts a step of a build when its time is up; tests have no clock. */
    within?: (ms: number) => AbortSignal;
}

/** The jobs of all tasks. A task of the ledger without a job here does not compile. */
export function makeJobs({ store, evaluators, mail, log, now, observeMail, within }: JobsDeps): Jobs {
    return {
        'answer-reset-request': answerResetRequestJob({ links: mail.links, now }),
        'build-step': buildStep({ store, evaluators, log, now, within }),
        'check-licence': checkLicence({ store, evaluators, now }),
        'evaluate-screen': evaluateScreen({ store, evaluators, now }),
        'judge-rest': judgeRest({ store, evaluators, now }),
        'prepare-sage': prepareSage({ store, evaluators, now }),
        'refund-credit': refundCredit({ now }),
        'send-mail': sendMail({ store, mail, log, now, observe: observeMail })
    };
}
