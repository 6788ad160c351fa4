// What can be done with the selected candidates: the bar is visible once one is. Its first button takes Enter on a box, and does nothing.
import type { QueueState } from '../../../db/judgement/queue.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { optionsOf } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';

interface Bar {
    state: QueueState | undefined;
    users: ReadonlyMap<number, string>;
    /** Whether this user may do more than review. */
    mayManage: boolean;
    /** Whom a refused form named. */
    to: string;
}

/** Where the acts of the bar are of use; undefined is any state. */
const toRemind: readonly (QueueState | undefined)[] = [undefined, 'invited', 'started'];
const toCancel: readonly (QueueState | undefined)[] = [undefined, 'draft', 'invited'];

export function bulkBar({ app, actor }: PageContext, { state, users, mayManage, to }: Bar) {
    const { rest } = app.config.paths;
    const button = (path: string, word: string) =>
        html`<button type="submit" class="secondary" formaction="${path}">${word}</button>`;
    const others = Array.from(users).filter(([id]) => id !== actor.id);
    const options = optionsOf(
        [
            ['', 'Assign to'],
            [String(actor.id), 'Me'],
            ...others.map(([id, name]) => [String(id), name] as const),
            ['0', 'No one']
        ],
        to
    );
    return html`<button type="submit" disabled hidden></button><div class="bulk"><strong>selected</strong><div class="acts">
        ${mayManage && toRemind.includes(state) && button(`${rest}/screens/remind`, 'Send reminder')}
        ${mayManage && toCancel.includes(state) && button('/screens/cancel', 'Cancel invitations')}
        ${mayManage && button(`${rest}/screens/export`, 'Export')}
        <select name="assigned_to" aria-label="Assign to">${options}</select>
        ${button(`${rest}/screens/assign`, 'Assign')}</div></div>`;
}
