// The sales side of the demo data: deals that stand at different places, two items that came in, a banner.
import { createDeal, type DealStatus } from '../sales/deals.ts';
import { createIntake } from '../sales/intake.ts';
import { createSplash } from '../content/splashes.ts';
import type { Tx } from '../store.ts';

const day = 24 * 60 * 60 * 1000;

/** [customer, contact, status, revenue, commission, margin deduction, referral fee, closed so many days ago] */
const examples: [string, string, DealStatus, number, number, number, number, number?][] = [
    ['Northwind Bakery (demo)', 'Robin Hale', 'ss_paid', 480_000, 57_600, 4_000, 0, 40],
    ['Harbour Clinic (demo)', 'Sam Ortiz', 'ss_closed', 1_250_000, 137_500, 12_500, 6_250, 9],
    ['Linden School (demo)', 'Alex Meyer', 'ss_pending_approval', 300_000, 30_000, 0, 0],
    ['Quarry Works (demo)', 'Jo Lind', 'ss_draft', 890_000, 89_000, 0, 4_450]
];

/** Deals of nobody, seen by the sales administrators; items without an owner; one published banner. */
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
        const body = { customerName, contactName, contactEmail: 'demo@example.org', ...money };
        await createDeal(tx, body, {
            repId: null,
            at,
            status,
            closedAt: ago === undefined ? null : at - ago * day
        });
    }
    const contact = { contactName: 'Kim Demo', contactEmail: 'demo@example.org', company: '', message: '' };
    for (const title of ['Two backend engineers by spring (demo)', 'How do your sages work? (demo)'])
        await createIntake(tx, { title, ...contact }, { ownerId: null, at });
    await createSplash(tx, welcome, at);
}

const welcome = {
    title: 'Welcome to Sage Council',
    subtitle: 'This is demo data',
    content: '<p>Build a demo sage first: <strong>npm run demo</strong> shows what the eight steps test.</p>',
    ctaText: 'What it can do',
    ctaLink: '/openapi.json',
    imageUrl: '',
    published: true
};
