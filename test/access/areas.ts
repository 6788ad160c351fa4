// Who may be let in where, by hand: from the contract and the guide, never read from the program.
import { type Asker, held } from './askers.ts';

/** The way of login that an address accepts: a session where none of these fits. */
const ways: [RegExp, (asker: Asker) => boolean][] = [
    [/ \/pl\//, ({ by }) => by === 'jwt'],
    [/ \/mcp$| \/tools\/(list|\{name\*\})$/, ({ by }) => by === 'token'],
    [/ \/metrics$/, (asker) => isScope(asker, 'metrics:read', 'admin:jobs')],
    [/\/callback\//, (asker) => isScope(asker, 'callback:build')],
    [/\/v1\/admin\/(?!admin-ajax)/, (asker) => asker.by === 'session' || isScope(asker, 'admin:jobs')]
];
const isScope = (asker: Asker, ...scopes: string[]) => 'scope' in asker && scopes.includes(asker.scope);

export function comesTheRightWay(key: string, asker: Asker) {
    const [, tool] = / \/tools\/(\w+)$/.exec(key) ?? [];
    if (tool && tool !== 'list') return isScope(asker, 'tool:*', `tool:${tool}`);
    const [, isRight] = ways.find(([address]) => address.test(key)) ?? [];
    return isRight ? isRight(asker) : asker.by === 'session';
}

const sellers = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'];
const staff = ['ss_support', 'ss_admin_all'];
const council = ['ss_council_sage', 'ss_council_admin', 'council_sage', 'council_screen', 'ss_admin_all'];
const everybody = undefined;

/** Who may be let in at most, by the first address that fits. */
export const areas: [RegExp, readonly string[] | undefined][] = [
    [/ \/(pl|tools|mcp|metrics)(\/|$)|\/callback\//, everybody], // no sessions
    [
        / \/(people|rest\/svc\/v1)\/credits$/,
        ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support']
    ],
    [/^post .*\/v1\/credits$/, ['ss_admin_all']],
    [/ \/(jobs|audit|settings\/traces)(\/|$)|\/v1\/admin\/(?!admin-ajax)/, staff],
    [
        / \/(settings|people)(\/|$)|\/v1\/(settings|users|service-tokens|splash|pages|tasks|retention)(\/|$)/,
        ['ss_admin_all']
    ],
    [/intake\/(toggle-checklist|\{id\}\/checklist)$/, everybody], // the owner, whatever else they may do
    [/ \/(deals|commissions|intake)(\/|$)|\/v1\/(deals|commission[-\w]+(\.csv)?|intake)(\/|$)/, sellers],
    [
        /\/screens\/(retention|mentions)$|\/v1\/mentions|\/screens\/\{id\}\/erase$/,
        ['ss_council_admin', 'ss_admin_all']
    ],
    [/ \/screens(\/|$)|\/v1\/screens(\/|$)/, ['council_screen']],
    [/ \/sages(\/|$)|\/v1\/(sages|sage-templates)(\/|$)/, council],
    [/\/v1\/auth\/token$/, ['council_screen', 'council_sage']],
    [/ \/(profile|search|avatars)(\/|$)|\/v1\/(session|sessions|logout|profile)(\/|$)/, everybody],
    [
        /svc_(update_profile|get_active_splash|mark_splash_seen|start_full_sage_build|get_step_status|get_workflow_status)$/,
        everybody
    ]
];

export const holdsAny = (asker: Asker, any: readonly string[]) =>
    'person' in asker && held[asker.person].some((capability) => any.includes(capability));

/** The capabilities that the contract names for a route: any one of them is enough. */
export const contract: Record<string, { by: 'session' | 'jwt'; any: readonly string[] }> = {
    'post /_actions/svc_toggle_sage_status': { by: 'session', any: ['ss_council_admin'] },
    'post /_actions/skip_testing_update_step': { by: 'session', any: ['ss_admin_all', 'ss_council_sage'] },
    'post /_actions/svc_toggle_demo_key': { by: 'session', any: ['ss_admin_all', 'power_user'] },
    'post /_actions/svc_get_commissions': { by: 'session', any: sellers },
    'post /_actions/svc_recall_deal': { by: 'session', any: sellers },
    'post /_actions/svc_recall_from_customer': { by: 'session', any: sellers },
    'get /pl/results/{result_id}': { by: 'jwt', any: ['council_screen'] },
    'patch /pl/results/{result_id}': { by: 'jwt', any: ['council_screen'] },
    'post /pl/context': { by: 'jwt', any: ['council_sage'] },
    'get /pl/council-sage/{council_sage_id}/prompt/results': { by: 'jwt', any: ['council_sage'] }
};
