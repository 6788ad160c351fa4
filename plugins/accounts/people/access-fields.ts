// The fields for a user's access: a role, and capabilities that are granted in addition.
import {
    type Capability,
    capabilities,
    capabilitiesOf,
    type Role
} from '../../../db/accounts/capabilities.ts';
import { select, tick } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { capabilityWords, roleWords } from '../../shared/people-view.ts';

/** The name of the box of a capability. */
export const boxOf = (one: Capability) => `grant_${one}`;

/** The capabilities whose boxes are ticked in a form: they come one by one, as `grant_ss_support=1`. */
export const ticked = (form: Readonly<Record<string, unknown>>) =>
    capabilities.filter((one) => form[boxOf(one)] !== undefined);

/** What comes with the role is shown, and cannot be ticked off. */
export function accessFields({ role, grants }: { role: Role | undefined; grants: readonly Capability[] }) {
    const byRole = role === undefined ? [] : capabilitiesOf({ role, grants: [] });
    return html`${select({ name: 'role', label: 'Role', options: roleWords, value: role ?? '' })}
        <fieldset><legend>Additional permissions</legend>
            ${capabilities.map((one) => tick({ name: boxOf(one), label: labelOf(one, byRole), on: grants.includes(one) }))}</fieldset>`;
}

const labelOf = (one: Capability, byRole: readonly Capability[]) =>
    `${capabilityWords[one]}${byRole.includes(one) ? ' (included in the role)' : ''}`;
