// The sales part of the demo data: four deals in different statuses, two intake items and a banner.
import { createDeal } from '../../sales/deal-drafts.ts';
import type { DealStatus } from '../../sales/deals.ts';
import { createIntake } from '../../sales/intake.ts';
import { createSplash } from '../../sales/splashes.ts';
import type { Tx } from '../../store/index.ts';
import { day } from '../../store/time.ts';

/** [customer, contact, status, revenue, commission, margin deduction, referral fee, days since it was closed] */
const examples: [string, string, DealStatus, number, number, number, number, number?][] = [
    ['Customer A (demo)', 'Purchasing', 'ss_paid', 480_000, 57_600, 4_000, 0, 40],
    ['Customer B (demo)', 'Finance', 'ss_closed', 1_250_000, 137_500, 12_500, 6_250, 9],
    ['Customer C (demo)', 'Human Resources', 'ss_pending_approval', 300_000, 30_000, 0, 0],
    ['Customer D (demo)', 'Engineering', 'ss_draft', 890_000, 89_000, 0, 4_450]
];

/** Creates deals without a sales representative (only sales administrators see them), unowned items and a banner. */
export async function seedSales(tx: Tx, at: number) {
    for (const [
        customerName,
        contactName,
        status,
        revenue,
        commission,
        marginDeduction,
        referralFee,
        ago
    ] of examples) {
        const money = { revenue, commission, marginDeduction, referralFee };
        const body = { customerName, contactName, contactEmail: 'purchasing@example.com', ...money };
        await createDeal(tx, body, {
            repId: null,
            at,
            status,
            closedAt: ago === undefined ? null : at - ago * day
        });
    }
    const contact = {
        contactName: 'Recruiting',
        contactEmail: 'recruiting@example.com',
        company: '',
        message: ''
    };
    for (const title of ['Two backend engineers by spring (demo)', 'How do your sages work? (demo)'])
        await createIntake(tx, { title, ...contact }, { ownerId: null, by: { name: 'demo' }, at });
    await createSplash(tx, welcome, { by: { name: 'demo' }, at });
}

const welcome = {
    title: 'Welcome to Sage Council',
    subtitle: 'This is demo data',
    content:
        '<p>The sages, deals and items marked <strong>(demo)</strong> are examples. Start with a sage: run its check.</p>',
    ctaText: 'Open the sages',
    ctaLink: '/sages',
    imageUrl: '',
    published: true
};
