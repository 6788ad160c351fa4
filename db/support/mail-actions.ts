// Actions of support staff on emails: sending one again, also to another address where the first was wrong.
import { type Done, record } from '../record/audit.ts';
import { findMail, type MailKind, type MailRow, type Mails, setRecipient } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { moveContact } from '../sales/deal-drafts.ts';
import { moveIntakeContact } from '../sales/intake.ts';
import { moveRecipient } from '../screens/screens.ts';
import type { Reader, Tx } from '../store/index.ts';
import { deliveriesOf } from '../jobs/deliveries.ts';
import type { JobRow } from '../jobs/ledger.ts';
import { isOver } from './mail-subjects.ts';
import { retryJob, triggerJob } from './actions.ts';
import type { TaskTable } from './tasks.ts';

/** Refuses: not_found. */
export async function getMail(on: Reader, id: string) {
    const mail = await findMail(on, id);
    if (!mail) throw new Refusal('not_found', 'Email not found.');
    return mail;
}

/**
 * Emails to people without an account. An email about an account goes to the address of the account: a link to choose a password,
 * sent elsewhere, would give the account away.
 */
const outward: readonly MailKind[] = [
    'deal_accepted',
    'deal_offer',
    'intake_answer',
    'deal_reminder',
    'screen_cancelled',
    'screen_decided',
    'screen_invitation',
    'screen_received',
    'screen_reminder',
    'test'
];

/** Whether support staff may send this email to another address. */
export const mayReaddress = ({ kind, toEmail }: Pick<MailRow, 'kind' | 'toEmail'>) =>
    outward.includes(kind) && toEmail !== '';

/** Whether an email was cancelled because its link is invalid: its job ended well, and nothing was sent. */
export const isPastUse = ({ state }: MailRow, job: JobRow | undefined) =>
    state === 'dead' && job?.state === 'done';

/**
 * Sends a failed or delayed email immediately; to `email`, if it names another address. Its row and so its Message-ID stay the
 * same. Refuses: not_found; wrong_state unless it failed and is still needed, and for another address of an email about an
 * account or to an erased person.
 */
export async function sendAgain(tx: Tx, id: string, { email, tasks, ...act }: Again) {
    const mail = await getMail(tx, id);
    const job = (await deliveriesOf(tx, [id])).get(id);
    if (mail.toEmail === '')
        throw new Refusal('wrong_state', "The recipient's data was deleted, so this email cannot be sent.");
    if (isPastUse(mail, job) || (await isOver(tx, mail, act.at)))
        throw new Refusal('wrong_state', 'This email is no longer needed, so it cannot be sent.');
    if (job && job.state !== 'cancelled' && job.state !== 'done')
        await retryJob(tx, job.id, { tasks, ...act });
    else await triggerJob(tx, { task: 'send-mail', payload: { mailId: id } }, { tasks, ...act });
    if (email !== undefined && email !== mail.toEmail) await readdress(tx, mail, { email, ...act });
    return getMail(tx, id);
}

interface Again extends Done {
    email?: string | undefined;
    tasks: TaskTable;
}

/** The log names neither address: it is stored longer than a candidate. */
async function readdress(tx: Tx, mail: MailRow, { email, by, at }: Done & { email: string }) {
    if (!mayReaddress(mail))
        throw new Refusal('wrong_state', 'This is an account email. Change the address in the account.');
    await setRecipient(tx, mail.id, email);
    const { screenId } = mail.about as Partial<Mails['screen_invitation']>;
    if (screenId !== undefined) await moveRecipient(tx, screenId, { from: mail.toEmail, to: email });
    const { dealId } = mail.about as Partial<Mails['deal_offer']>;
    if (dealId !== undefined) await moveContact(tx, dealId, { from: mail.toEmail, to: email, by, at });
    const { itemId } = mail.about as Partial<Mails['intake_answer']>;
    if (itemId !== undefined) await moveIntakeContact(tx, itemId, { from: mail.toEmail, to: email });
    await record(tx, {
        by,
        act: 'mail.readdress',
        target: `mail:${mail.id}`,
        before: mail.state,
        after: 'queued',
        note: screenId === undefined ? mail.kind : `${mail.kind} of screen:${screenId}`,
        at
    });
}
