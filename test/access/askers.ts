// Who asks: every kind of caller by each way of login. Written from the contract and never read from the program.
import type { Capability } from '../../db/accounts/capabilities.ts';
import type { Person } from '../support/people/roles.ts';

/** One of each role: the other of two is told the same, of what is foreign and of what is their own. */
type One = Exclude<Person, 'otherAuthor' | 'otherRep'>;

/** What each role is made of. */
export const held: Record<One, readonly Capability[]> = {
    administrator: [
        'ss_admin_all',
        'ss_council_admin',
        'ss_council_sage',
        'council_screen',
        'council_sage',
        'power_user',
        'ss_sales',
        'ss_sales_admin',
        'ss_support'
    ],
    councilAdmin: ['ss_council_admin', 'ss_council_sage', 'council_screen', 'council_sage'],
    author: ['ss_council_sage', 'council_screen', 'council_sage'],
    reviewer: ['council_screen'],
    powerUser: ['power_user'],
    salesRep: ['ss_sales'],
    salesAdmin: ['ss_sales', 'ss_sales_admin'],
    support: ['ss_support']
};
export const people = Object.keys(held) as One[];

export const scopes = ['admin:jobs', 'callback:build', 'metrics:read', 'tool:*', 'tool:task_get'] as const;
type TokenScope = (typeof scopes)[number];

/** Who asks: a visitor, a logged-in user, their backend with a JWT, or a machine. */
export type Asker =
    | { by: 'nobody' }
    | { by: 'session' | 'jwt'; person: One }
    | { by: 'token'; scope: TokenScope };

export const nobody: Asker = { by: 'nobody' };

export const askers: Asker[] = [
    nobody,
    ...people.map((person) => ({ by: 'session', person }) as const),
    ...people.map((person) => ({ by: 'jwt', person }) as const),
    ...scopes.map((scope) => ({ by: 'token', scope }) as const)
];

export const nameOf = (asker: Asker) => Object.values(asker).join(' ');
