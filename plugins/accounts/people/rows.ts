// Users in JSON, for administrators.
import Joi from 'joi';
import { capabilities, capabilitiesOf, roleNames } from '../../../db/accounts/capabilities.ts';
import type { UserRow } from '../../../db/accounts/users.ts';
import { iso } from '../../../db/store/time.ts';
import {
    anyText,
    flag,
    maybeMoment,
    message,
    moment,
    named,
    several,
    wholeId
} from '../../surfaces/http/response-fields.ts';

export const capability = Joi.string()
    .valid(...capabilities)
    .id('Capability');
export const role = Joi.string()
    .valid(...roleNames)
    .id('Role');

const held = several(capability);

export const user = named('User', {
    id: wholeId,
    login: anyText,
    email: anyText,
    display_name: anyText,
    role: role.required(),
    grants: held,
    capabilities: held,
    disabled: flag,
    created_at: moment,
    logged_in_at: maybeMoment
});

export const savedUser = { ...message, user };

export function userOf(row: UserRow, since: number | undefined) {
    const { id, login, email, displayName, role, grants, disabledAt, createdAt } = row;
    return {
        id,
        login,
        email,
        display_name: displayName,
        role,
        grants,
        capabilities: capabilitiesOf(row),
        disabled: disabledAt !== null,
        created_at: iso(createdAt),
        logged_in_at: since === undefined ? null : iso(since)
    };
}
