// What stands where there is nothing yet: why, and what to do next.
import { html, type Part } from '../layout.ts';

interface Empty {
    says: string;
    /** The next step, for whoever may take it. */
    action?: Part;
}

export const emptyState = ({ says, action }: Empty) =>
    html`<div class="empty"><p>${says}</p>${action && html`<p>${action}</p>`}</div>`;
