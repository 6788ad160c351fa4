// What no recording of access-matrix.txt may break. The lists are written from the contract and the guide, never read from
// the program: an error that was recorded, and that was overlooked in the diff, fails here.
import type { RequestRoute } from '@hapi/hapi';
import Joi from 'joi';
import test from 'ava';
import { areas, comesTheRightWay, contract, holdsAny } from '../access/areas.ts';
import { askers, nameOf, nobody } from '../access/askers.ts';
import { isLetIn, recordedKeys, type Setting, statusOf, toldAt } from '../access/matrix.ts';
import { createTestApp } from '../support/servers/test-app.ts';

/** All that is open without a login, except the files of the pages. */
const open = [
    '* /deal/{any*}',
    '* /screen/{any*}',
    'get /',
    'get /.well-known/security.txt',
    'get /deal/{token}',
    'get /deal/{token}/accept',
    'get /deal/{token}/decline',
    'get /docs',
    'get /healthz',
    'get /intake/form',
    'get /login',
    'get /openapi.json',
    'get /readyz',
    'get /reset-password',
    'get /rest/svc/v1/challenge',
    'get /screen/demo/{key}',
    'get /screen/{token}',
    'get /setup/{key}',
    'get /verify/{key}',
    'post /_actions/svc_request_password_reset',
    'post /_actions/svc_reset_password',
    'post /deal/{token}/accept',
    'post /deal/{token}/decline',
    'post /rest/svc/v1/intake/public',
    'post /rest/svc/v1/login',
    'post /screen/demo/{key}/answer',
    'post /screen/demo/{key}/start',
    'post /screen/demo/{key}/submit',
    'post /screen/{token}/answer',
    'post /screen/{token}/person',
    'post /screen/{token}/start',
    'post /screen/{token}/stop',
    'post /screen/{token}/submit',
    'post /setup/{key}',
    'post /theme',
    'post /verify/{key}'
];

const isFile = (key: string) => key.startsWith('get /public/');
const isOpen = (key: string) => isFile(key) || open.includes(key);

test('without login only the routes in this list are open [P29]', (t) => {
    t.deepEqual(
        recordedKeys.filter((key) => isLetIn(key, nobody)).toSorted(),
        [...recordedKeys.filter(isFile), ...open].toSorted()
    );
});

test('before there is a user, only the setup link gives access [P29]', (t) => {
    const first = recordedKeys.filter((key) => toldAt(key).first !== undefined);
    t.deepEqual(first, ['post /setup/{key}']);
    t.is(statusOf('post /setup/{key}', nobody, 'first'), '303');
    t.is(statusOf('post /setup/{key}', nobody, 'own'), '400', 'not once there are users');
    t.is(statusOf('post /setup/{key}', nobody, ''), '404', 'nor by a wrong link');
});

/** What a route says that does what it is for with no 2xx. */
const otherwise: Record<string, string> = {
    '* /deal/{any*}': '404',
    '* /mcp': '405',
    '* /screen/{any*}': '404',
    '* /tools/{name*}': '404',
    'get /.well-known/security.txt': '404', // no contact is set
    'post /rest/svc/v1/settings/evaluator-test': '409', // no model is set
    'post /screen/demo/{key}/answer': '303',
    'post /screen/demo/{key}/start': '303',
    'post /screen/demo/{key}/submit': '303',
    'post /screen/{token}/answer': '303',
    'post /screen/{token}/person': '303',
    'post /screen/{token}/start': '303',
    'post /screen/{token}/stop': '303',
    'post /screen/{token}/submit': '303',
    'post /setup/{key}': '400', // there are users already
    'post /theme': '303',
    'post /verify/{key}': '303>'
};
const usual = ['200', '200-', '201', '303', '303>', '401', '403', '404'];

test('each route has a successful request, and refuses in no other way than these [P29]', (t) => {
    for (const key of recordedKeys) {
        const told = new Set(Object.values(toldAt(key)).flatMap((statuses) => [...statuses.values()]));
        const expected = otherwise[key];
        const isDone = (status: string) => (expected ? status === expected : /^20[01]$/.test(status));
        t.true([...told].some(isDone), `${key}: nobody succeeds; say below test/access/routes what it needs`);
        const odd = [...told].filter((one) => !usual.includes(one) && one !== expected);
        t.deepEqual(odd, key.endsWith('/verify/{key}') ? ['400'] : [], key); // for users who are logged in as another user
    }
});

test('each route accepts only its own way of login and only the roles of its area [P29]', (t) => {
    for (const key of recordedKeys.filter((one) => !isOpen(one) && !(one in contract))) {
        const area = areas.find(([address]) => address.test(key));
        t.truthy(area, `${key}: which area is it of?`);
        for (const asker of askers.filter((one) => isLetIn(key, one))) {
            t.true(comesTheRightWay(key, asker), `${key}: ${nameOf(asker)}`);
            if (area?.[1] && asker.by !== 'token')
                t.true(holdsAny(asker, area[1]), `${key}: ${nameOf(asker)}`);
        }
    }
});

test('the routes in the contract are open to exactly the roles that it names [P29]', (t) => {
    for (const [key, { by, any }] of Object.entries(contract))
        for (const asker of askers)
            t.is(isLetIn(key, asker), asker.by === by && holdsAny(asker, any), `${key}: ${nameOf(asker)}`);
});

/** A caller with access to an own object gets this status for a foreign one, except callers who see all. */
function assertKept(t: { true: (is: boolean, message: string) => unknown }, key: string, kept: Kept) {
    for (const asker of askers) {
        if (!('person' in asker) || holdsAny(asker, kept.seesAll) || !isLetIn(key, asker)) continue;
        const status = statusOf(key, asker, kept.setting);
        t.true(kept.as.includes(status), `${key}: ${nameOf(asker)} is told ${status} about somebody else's`);
    }
}

interface Kept {
    seesAll: readonly string[];
    setting: Setting;
    as: readonly string[];
}

/** Lists that leave out what is of others. */
const listsOfSales = [
    'get /commissions',
    'get /commissions/rates',
    'get /deals',
    'get /intake',
    'get /rest/svc/v1/commission-rates',
    'get /rest/svc/v1/commissions.csv',
    'get /rest/svc/v1/deals',
    'get /rest/svc/v1/intake',
    'post /_actions/svc_get_commissions'
];
/** An item to take is no one's: intake-pages.test.ts takes what is somebody's. */
const ofSales = /\/(deals|intake)\/\{id\}(?!\/take)|svc_recall_|toggle-checklist/;

test('reps cannot see deals and items of others, and sales administrators can [P29]', (t) => {
    const sales = { seesAll: ['ss_sales_admin', 'ss_admin_all'], setting: '' } as const;
    for (const key of listsOfSales) assertKept(t, key, { ...sales, as: ['200-'] });
    const some = recordedKeys.filter((key) => ofSales.test(key));
    t.true(some.length > 15);
    for (const key of some) assertKept(t, key, { ...sales, as: ['403', '404'] });
});

test('sessions and profiles are open only to their own user [P29]', (t) => {
    const mine = { seesAll: [], setting: '' } as const;
    assertKept(t, 'get /rest/svc/v1/sessions', { ...mine, as: ['200-'] });
    assertKept(t, 'post /rest/svc/v1/sessions/{id}/revoke', { ...mine, as: ['404'] });
    assertKept(t, 'post /_actions/svc_update_profile', { ...mine, as: ['403'] });
});

const listsOfSages = [
    'get /rest/svc/v1/sages',
    'get /rest/svc/v1/screens',
    'get /sages',
    'get /screens',
    'get /screens/invite',
    'get /screens/invite/list',
    'post /screens/invite/list'
];
const notOfSages = [
    'get /rest/svc/v1/admin/traces', // of runs of agents
    'post /rest/svc/v1/admin/builds/{run_id}/cancel', // support staff repair the builds that they cannot read
    'post /rest/svc/v1/admin/builds/{run_id}/retry'
];

const ofSages = /\/(sages|screens|context)\/\{id\}/;
const sageNames = ['sage_id', 'run_id', 'council_sage_id', 'result_id'];

/** The names of all that a route takes. */
function fieldsOf({ path, settings: { app } }: RequestRoute) {
    const { params, query, body } = app?.docs ?? {};
    const schemas = [params, query, body, app?.action?.schema].filter((schema) => Joi.isSchema(schema));
    const named = schemas.flatMap((schema) =>
        Object.keys((schema.describe() as { keys?: object }).keys ?? {})
    );
    return [...named, ...Array.from(path.matchAll(/\{(\w+)/g), ([, name = '']) => name)];
}

test('with SAGE_ACCESS=owner routes about a sage are closed to others and name its field [P29]', async (t) => {
    const { server } = await createTestApp(t);
    const others = { seesAll: ['ss_council_admin', 'ss_admin_all'], setting: 'owner' } as const;
    for (const key of listsOfSages) assertKept(t, key, { ...others, as: ['200-'] });
    let some = 0;
    for (const route of server.table()) {
        const key = `${route.method} ${route.path}`;
        const isOfSage = ofSages.test(key) || fieldsOf(route).some((name) => sageNames.includes(name));
        if (!isOfSage || listsOfSages.includes(key) || notOfSages.includes(key)) continue;
        some += 1;
        if (route.settings.app?.owned === undefined)
            // Only those who see every sage get in, or it takes none: else it says `owned`, and is asked about a new sage.
            assertKept(t, key, { ...others, as: [] });
        else assertKept(t, key, { ...others, as: ['404'] });
    }
    t.true(some > 50);
});
