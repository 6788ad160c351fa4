// Demo data: two sages that can be built, a context, and 20 credits.
import { createContext } from '../../sages/contexts.ts';
import { grantCredits } from '../../accounts/credits.ts';
import { seedSales } from './sales.ts';
import { claimDemo } from '../installation.ts';
import { createSage } from '../../council/edits.ts';
import { approvedFieldsOf, demoTemplates } from '../../council/templates/index.ts';
import type { Tx } from '../../store/index.ts';

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
