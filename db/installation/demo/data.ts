// Demo data: two sages that can be built, a context, and 20 credits.
import { createContext } from '../../sages/contexts.ts';
import { grantCredits } from '../../accounts/credits.ts';
import { claimDemo } from '../installation.ts';
import { createSage } from '../../council/edits.ts';
import { approvedFieldsOf, demoTemplates } from '../../council/templates/index.ts';
import type { Tx } from '../../store/index.ts';
import { createDeal } from '../../sales/deal-drafts.ts';
import type { DealStatus } from '../../sales/deals.ts';
import { createIntake } from '../../sales/intake.ts';
import { createSplash } from '../../sales/splashes.ts';
import { day } from '../../store/time.ts';

/** Writes the demo data once in the life of an installation. False: it was there before. */
export async function seedDemo(tx: Tx, at: number) {
    if (!(await claimDemo(tx, 1))) return false;
    await grantCredits(tx, { reference: 'demo', amount: 20, reason: 'Demo credits', at });
    const context = await createContext(
        tx,
        { name: 'How we work', context: howWeWork, summary: 'Small teams, written decisions.' },
        at
    );
    for (const template of demoTemplates) {
        const fields = { ...approvedFieldsOf(template), name: `${template.name} (demo)` };
        await createSage(tx, { ...fields, contextIds: [context.id] }, { by: null, at, demo: true });
    }
    await seedSales(tx, at);
    return true;
}

const howWeWork = `We are a small company. Teams own what they build, from the first sketch to the night it fails.
Decisions are written down with their reasons. Customers talk to the people who do the work.`;

/** [customer, contact, status, revenue, commission, margin deduction, referral fee, days since it was closed] */
const examples: [string, string, DealStatus, number, number, number, number, number?][] = [
    ['Customer A (demo)', 'Purchasing', 'ss_paid', 480_000, 57_600, 4_000, 0, 40],
    ['Customer B (demo)', 'Finance', 'ss_closed', 1_250_000, 137_500, 12_500, 6_250, 9],
    ['Customer C (demo)', 'Human Resources', 'ss_pending_approval', 300_000, 30_000, 0, 0],
    ['Customer D (demo)', 'Engineering', 'ss_draft', 890_000, 89_000, 0, 4_450]
];

/**
 * The sales part of the demo data: four deals in different statuses, two intake items and a banner. Creates deals without a
 * sales representative (only sales administrators see them), unowned items and a banner.
 */
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
    content: '<p>The sages, deals and items marked <strong>(demo)</strong> are examples.</p>',
    ctaText: '',
    ctaLink: '',
    imageUrl: '',
    published: true
};
