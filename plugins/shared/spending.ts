// What stands in place of the button of a form that spends credits, where there are too few.
import { mailto } from '../../db/accounts/mailto.ts';
import { activeHolders } from '../../db/accounts/users.ts';
import { creditReaders } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';

interface Lack {
    says: string;
    /** "Add credits" for users who may; for others who may read the credits, an email to one who may. */
    act: Html | undefined;
}

/** What is missing of the credits for something; undefined where they suffice. */
export async function lackOfCredits(
    { app, actor }: PageContext,
    cost: number,
    available: number
): Promise<Lack | undefined> {
    if (cost <= available) return undefined;
    const says = `Not enough credits: ${cost} needed, ${available} available.`;
    if (may(actor, 'ss_admin_all'))
        return { says, act: html`<a role="button" href="/people/credits">Add credits</a>` };
    const [first] = may(actor, ...creditReaders) ? await activeHolders(app.store.read, 'ss_admin_all') : [];
    if (!first) return { says: `${says} Ask an administrator to add some.`, act: undefined };
    const href = mailto(first.email, `Please add ${pluralize(cost - available, 'credit')}`);
    return { says, act: html`<a role="button" href="${href}">Ask an administrator</a>` };
}

export const lackNote = ({ says, act }: Lack) =>
    html`<p class="problem">${says}</p>${act && html`<div class="acts">${act}</div>`}`;
