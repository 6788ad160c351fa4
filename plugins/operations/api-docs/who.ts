// Who may call an operation, in words.
import type { Operation } from './reference.ts';

const ways: Record<string, string> = {
    session: 'the session cookie',
    nonce: 'a nonce',
    jwt: 'a JWT',
    'service-token': 'a service token in X-Service-Token',
    'bearer-token': 'a service token in Authorization: Bearer',
    'query-token': 'a service token in ?token='
};

/** What a call shows: "the session cookie and a nonce; or a service token in X-Service-Token". */
export function shownBy({ security }: Operation): string {
    if (security.length === 0) return 'nothing';
    const each = security.map((names) => names.map((name) => ways[name] ?? name).join(' and ') || 'nothing');
    return each.join('; or ');
}

/** Who may call it, in short. */
export function letsIn({ surface, id, path, security, anyOf }: Operation): string {
    if (security.length === 0) return 'anyone';
    if (anyOf.length > 0) return anyOf.join(', ');
    if (path === `/tools/${id}`) return `tool:${id}, tool:*`;
    // A page that is open without a login may only lead to it: the document does not say which.
    if (surface === 'page') return 'anyone with access to what the page shows';
    if (security.some((names) => names.length === 0)) return 'anyone';
    return security.some((names) => names.includes('session')) ? 'any logged-in user' : 'anyone who sends it';
}
