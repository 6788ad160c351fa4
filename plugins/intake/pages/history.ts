// What happened to an item, the first first, as the audit log has it.
import { listAudit } from '../../../db/record/audit.ts';
import { namesById, userIn } from '../../../db/accounts/users.ts';
import { checklistSteps, intakeTarget, type IntakeRow } from '../../../db/sales/intake.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { stepWords } from './words.ts';

type Act = Awaited<ReturnType<typeof listAudit>>['items'][number];
type Name = (user: string | null) => string;

/** Switches may be flipped often: the older acts of an item are in the audit log alone. */
const mostShown = 50;

export async function history({ app }: PageContext, { id, createdAt }: IntakeRow) {
    const { read } = app.store;
    const clock = clockOf(app);
    const found = await listAudit(read, { target: intakeTarget(id), limit: mostShown, offset: 0 });
    const acts = found.items.toReversed();
    const nameOf = await namesIn(app, acts);
    const isOnRecord = acts.some(({ act }) => act === 'intake.create'); // it is not for what earlier versions took in
    return html`<ol class="rows happened">
        ${!isOnRecord && html`<li><div>Received</div> <small>${moment(createdAt, clock)}</small></li>`}
        ${acts.map((one) => html`<li><div>${wordsOf(one, nameOf)}</div> <small>${moment(one.at, clock)}</small></li>`)}</ol>`;
}

/** Users by their name in the log: `user:7`. */
async function namesIn({ store }: PageContext['app'], acts: readonly Act[]): Promise<Name> {
    const ids = acts.flatMap(({ actor, before, after }) => [actor, before, after].map(userIn));
    const names = await namesById(store.read, ids);
    return (user) => (user === 'nobody' ? 'nobody' : (names.get(userIn(user)) ?? 'Someone'));
}

function wordsOf({ act, actor, after }: Act, nameOf: Name) {
    const who = nameOf(actor);
    switch (act) {
        case 'intake.create':
            return actor.startsWith('user:') ? `${who} created the item` : 'Received';
        case 'intake.assign':
            return `${who} assigned it to ${nameOf(after)}`;
        case 'intake.step':
            return `${who} ${stepIn(after ?? '')}`;
        case 'intake.convert':
            return `${who} converted it to a deal`;
        default:
            return `${who} closed it${after === 'intake_spam' ? ' as spam' : ''}`;
    }
}

function stepIn(after: string) {
    const [name, state] = after.split(' ');
    const step = checklistSteps.find((one) => one === name);
    return `switched ${step ? stepWords[step] : 'a step'} ${state === 'on' ? 'on' : 'off'}`;
}
