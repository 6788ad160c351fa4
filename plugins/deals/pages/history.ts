// What happened to a deal: who did it, when and why.
import { namesById, userIn } from '../../../db/accounts/users.ts';
import type { Change, historyOf } from '../../../db/sales/deal-history.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';

export type Move = Awaited<ReturnType<typeof historyOf>>[number];

const words: Readonly<Record<string, string>> = {
    create: 'created the deal',
    edit: 'changed the draft',
    submit: 'submitted it for approval',
    approve: 'approved it',
    reject: 'sent it back',
    recall: 'recalled it from approval',
    send: 'sent the offer',
    readdress: 'sent the offer to another address',
    recall_from_customer: 'withdrew the offer',
    accept: 'accepted the offer',
    decline: 'declined the offer',
    close: 'closed it',
    pay: 'marked it as paid',
    lose: 'marked it as lost',
    reopen: 'reopened it'
};

const labels: Readonly<Record<Change['field'], string>> = {
    customerName: 'Customer',
    contactName: 'Contact',
    contactEmail: 'Address',
    revenue: 'Price',
    commission: 'Commission',
    marginDeduction: 'Margin deduction',
    referralFee: 'Referral fee',
    scope: 'What you get',
    validUntil: 'Valid until'
};

type Price = (cents: number) => string;

/** Each field that was changed, with what it was before. */
function changed(changes: readonly Change[], price: Price): Part {
    const shown = (value: Change['before']) =>
        typeof value === 'number' ? price(value) : value === null || value === '' ? 'empty' : value;
    return html`<dl class="changes">${changes.map(
        ({ field, before, after }) =>
            html`<dt>${labels[field]}</dt><dd><del>${shown(before)}</del> → <ins>${shown(after)}</ins></dd>`
    )}</dl>`;
}

/** The last first. */
export async function historyTable({ app }: PageContext, history: readonly Move[], price: Price) {
    const clock = clockOf(app);
    const nameOf = await namesIn(app, history);
    return table({
        caption: 'History',
        columns: [
            { title: 'When', cell: ({ at }: Move) => moment(at, clock) },
            { title: 'Who', cell: ({ by }) => nameOf(by) },
            {
                title: 'What',
                cell: ({ move, changes }) => [
                    words[move] ?? move,
                    changes !== null && changed(changes, price)
                ]
            },
            { title: 'Why', cell: ({ reason }) => reason !== '' && html`<span class="said">${reason}</span>` }
        ],
        rows: history.toReversed()
    });
}

async function namesIn({ store }: PageContext['app'], history: readonly Move[]) {
    const names = await namesById(
        store.read,
        history.map(({ by }) => userIn(by))
    );
    const others: Readonly<Record<string, string>> = { customer: 'the customer', demo: 'the demo data' };
    return (by: string) => names.get(userIn(by)) ?? others[by] ?? by;
}
