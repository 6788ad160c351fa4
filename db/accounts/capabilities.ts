// Who may do what: a role is a named set of capabilities, and more can be granted one by one.

export const capabilities = [
    'ss_admin_all',
    'ss_council_admin',
    'ss_council_sage',
    'council_screen',
    'council_sage',
    'power_user',
    'ss_sales',
    'ss_sales_admin',
    'ss_support'
] as const;
export type Capability = (typeof capabilities)[number];

const roles = {
    administrator: capabilities,
    council_admin: ['ss_council_admin', 'ss_council_sage', 'council_screen', 'council_sage'],
    sage_author: ['ss_council_sage', 'council_sage', 'council_screen'],
    reviewer: ['council_screen'],
    power_user: ['power_user'],
    sales_rep: ['ss_sales'],
    sales_admin: ['ss_sales', 'ss_sales_admin'],
    support: ['ss_support']
} as const satisfies Record<string, readonly Capability[]>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as [Role, ...Role[]];

/** Whether any one of these is held. */
export function holdsAny(held: readonly Capability[], any: readonly Capability[]) {
    return any.some((capability) => held.includes(capability));
}

/** All that a user may do now, without repeats, in the order of the list above. */
export function capabilitiesOf({ role, grants }: { role: Role; grants: readonly Capability[] }) {
    const held = new Set<Capability>([...roles[role], ...grants]);
    return capabilities.filter((capability) => held.has(capability));
}
