// The fields for a user's access: a role, and capabilities that are granted in addition.
import {
    type Capability,
    capabilities,
    capabilitiesOf,
    type Role,
    roleNames
} from '../../../db/accounts/capabilities.ts';
import { tick } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { capabilityWords, roleWords } from '../../shared/people-view.ts';

/** What comes with the role is shown, and cannot be ticked off. */
export function accessFields({ role, grants }: { role: Role | undefined; grants: readonly Capability[] }) {
    const byRole = role === undefined ? [] : capabilitiesOf({ role, grants: [] });
    return html`<label for="role">Role</label>
        <select id="role" name="role">${roleNames.map((name) => option(name, role))}</select>
        <fieldset><legend>Additional permissions</legend>
            ${capabilities.map((one) => tick({ name: `grant_${one}`, label: labelOf(one, byRole), on: grants.includes(one) }))}</fieldset>`;
}

const option = (name: Role, chosen: Role | undefined) =>
    html`<option value="${name}" ${name === chosen && { html: 'selected' }}>${roleWords[name]}</option>`;

const labelOf = (one: Capability, byRole: readonly Capability[]) =>
    `${capabilityWords[one]}${byRole.includes(one) ? ' (included in the role)' : ''}`;
