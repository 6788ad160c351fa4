// The empty state: why there is nothing yet, and what to do next.
import { html, type Part } from '../layout.ts';

interface Empty {
    says: string;
    /** The next step, for users who may take it. */
    action?: Part;
}

export const emptyState = ({ says, action }: Empty) =>
    html`<div class="empty"><p>${says}</p>${action && html`<p>${action}</p>`}</div>`;
