// Who gets in where, and what everybody else is told. Written from the contract and never read from the program.
import type { Capability } from '../../db/accounts/capabilities.ts';
import type { Person } from '../support/people/roles.ts';

/** What each role is made of. */
export const held: Record<Person, readonly Capability[]> = {
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
    otherAuthor: ['ss_council_sage', 'council_screen', 'council_sage'],
    reviewer: ['council_screen'],
    powerUser: ['power_user'],
    salesRep: ['ss_sales'],
    otherRep: ['ss_sales'],
    salesAdmin: ['ss_sales', 'ss_sales_admin'],
    support: ['ss_support']
};
export const people = Object.keys(held) as Person[];

export const scopes = ['admin:jobs', 'callback:build', 'metrics:read', 'tool:*', 'tool:task_get'] as const;
type TokenScope = (typeof scopes)[number];

/** Who asks: nobody, somebody who is logged in, their backend with a JWT, or a machine. */
export type Asker =
    | { by: 'nobody' }
    | { by: 'session' | 'jwt'; person: Person }
    | { by: 'token'; scope: TokenScope };

export const askers: Asker[] = [
    { by: 'nobody' },
    ...people.map((person) => ({ by: 'session', person }) as const),
    ...people.map((person) => ({ by: 'jwt', person }) as const),
    ...scopes.map((scope) => ({ by: 'token', scope }) as const)
];

/** What a route's object is to whoever asks. */
export type Whose = 'own' | 'foreign';

export interface Rule {
    /** How somebody shows who they are. `staff`: by session, or as a machine with a token for it. */
    by: 'anyone' | 'guest' | 'page' | 'session' | 'staff' | 'jwt' | 'tool' | 'tools' | 'callback' | 'metrics';
    /** Any one of these lets a person in; none: whoever is logged in. */
    any?: readonly Capability[];
    /** What somebody else's object is, but for those who hold one of these. `hidden`: a list leaves it out. */
    foreign?: {
        is: 400 | 403 | 404 | 'hidden';
        but: readonly Capability[];
        seen?: 403;
        /** Only for whoever is logged in as somebody else. */
        bySession?: true;
    };
    tool?: string;
    /** The part of the path that is a secret: a wrong one is 404 for everybody. */
    secret?: string;
}

export const anyone: Rule = { by: 'anyone' };
export const loggedIn: Rule = { by: 'session' };
/** A page for those who are not logged in; others are sent on. */
export const guest: Rule = { by: 'guest' };
/** A page of one's own: whoever is not logged in is sent to log in. */
export const ownPage: Rule = { by: 'page' };
/** The same for those who hold one of these. */
export const pageHolding = (...any: Capability[]): Rule => ({ by: 'page', any });
/** A link out of a mail is good for whoever holds it, but not while they are logged in as somebody else. */
export const mailed: Rule = { by: 'anyone', foreign: { is: 400, but: [], bySession: true } };
export const knowing = (secret: string): Rule => ({ by: 'anyone', secret, foreign: { is: 404, but: [] } });
export const holding = (...any: Capability[]): Rule => ({ by: 'session', any });
export const permitted = (permission: Capability): Rule => ({ by: 'jwt', any: [permission] });
export const staff: Rule = { by: 'staff', any: ['ss_admin_all', 'ss_support'] };
export const callback: Rule = { by: 'callback' };
export const metrics: Rule = { by: 'metrics' };
export const anyTool: Rule = { by: 'tools' };
export const toolOf = (tool: string): Rule => ({ by: 'tool', tool });

/** The same rule, but for objects of others. */
export const owning = (rule: Rule, is: 403 | 404 | 'hidden', ...but: Capability[]): Rule => ({
    ...rule,
    foreign: { is, but }
});

/** Objects of others are there for those who hold one of these, and not theirs to change either. */
export const owningAlone = (rule: Rule, is: 404, ...seers: Capability[]): Rule => ({
    ...rule,
    foreign: { is, but: seers, seen: 403 }
});

/** The status of a refusal, `hidden`, or undefined for whoever gets in. */
export function refusalOf(rule: Rule, asker: Asker, whose: Whose) {
    const atRoute = byRoute[rule.by](rule, asker);
    if (atRoute !== undefined || whose === 'own' || !rule.foreign) return atRoute;
    if (rule.foreign.bySession && asker.by !== 'session') return undefined;
    return holds(asker, rule.foreign.but) ? rule.foreign.seen : rule.foreign.is;
}

type Admission = (rule: Rule, asker: Asker) => 303 | 401 | 403 | 404 | undefined;

const person =
    (by: Asker['by']): Admission =>
    ({ any }, asker) => {
        if (asker.by !== by) return 401;
        return !any || holds(asker, any) ? undefined : 403;
    };

const machine =
    (may: (scope: TokenScope, rule: Rule) => boolean, otherwise: 403 | 404): Admission =>
    (rule, asker) => {
        if (asker.by !== 'token') return 401;
        return may(asker.scope, rule) ? undefined : otherwise;
    };

const jobsMachine = machine((scope) => scope === 'admin:jobs', 403);

const byRoute: Record<Rule['by'], Admission> = {
    anyone: () => undefined,
    guest: (_, asker) => (asker.by === 'session' ? 303 : undefined),
    page: ({ any }, asker) => {
        if (asker.by !== 'session') return 303;
        return !any || holds(asker, any) ? undefined : 403;
    },
    session: person('session'),
    jwt: person('jwt'),
    staff: (rule, asker) => (asker.by === 'token' ? jobsMachine : person('session'))(rule, asker),
    tool: machine((scope, { tool }) => scope === 'tool:*' || scope === `tool:${tool}`, 404),
    tools: machine(() => true, 403),
    callback: machine((scope) => scope === 'callback:build', 403),
    metrics: machine((scope) => scope === 'metrics:read' || scope === 'admin:jobs', 403)
};

function holds(asker: Asker, any: readonly Capability[]) {
    return 'person' in asker && any.some((capability) => held[asker.person].includes(capability));
}

export const nameOf = (asker: Asker) => Object.values(asker).join(' ');
