// Screens and credits for the council, and the candidates' own pages.
import { randomUUID } from 'node:crypto';
import { findByLink, startDemo, startScreen } from '../../../db/screens/answering.ts';
import { createScreen, inviteCandidate } from '../../../db/screens/invitations.ts';
import { changeDemoKey } from '../../../db/council/status.ts';
import { erasures } from '../../../db/erasing/erasures.ts';
import { installation } from '../../../db/installation/installation.ts';
import { findSage } from '../../../db/sages/sages.ts';
import type { Verdict } from '../../../db/sages/verdicts.ts';
import { moveScreen } from '../../../db/screens/screens.ts';
import { secrets } from '../../support/people/roles.ts';
import { person } from '../../support/things/council.ts';
import type { About, Table } from '../calls.ts';
import { holding, knowing, pageHolding } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const rule = holding('council_screen');
const root = '/rest/svc/v1/screens';

/** The verdict where the software could not read. */
export const unread: Verdict = {
    findings: [],
    score: null,
    recommendation: 'needs_review',
    prompt_sha256: '0'.repeat(64),
    evaluator: { name: 'evidence', version: '1' },
    fault: 'evaluator_unavailable'
};

export const screens: Table = {
    [`get ${root}`]: { rule },
    [`post ${root}`]: {
        rule,
        done: 201,
        about: async (fixtures) => ({
            json: { sage_id: (await fixtures.provedSage()).id, candidate: person(1) }
        })
    },
    [`post ${root}/invitations`]: {
        rule,
        done: 201,
        about: async (fixtures) => ({
            json: {
                sage_id: (await fixtures.provedSage()).id,
                candidates: [person(1)],
                key: randomUUID(),
                again: true
            }
        })
    },
    [`get ${root}/{id}`]: { rule, about: async (fixtures) => ({ params: { id: await draft(fixtures) } }) },
    [`post ${root}/{id}/invite`]: {
        rule,
        about: async (fixtures) => ({ params: { id: await draft(fixtures) } })
    },
    [`post ${root}/{id}/remind`]: {
        rule,
        about: async (fixtures) => ({ params: { id: (await invited(fixtures)).id } })
    },
    [`post ${root}/{id}/extend`]: {
        rule,
        about: async (fixtures) => ({
            params: { id: (await invited(fixtures)).id },
            json: { hours: 24 }
        })
    },
    [`post ${root}/{id}/cancel`]: {
        rule,
        about: async (fixtures) => ({ params: { id: await draft(fixtures) } })
    },
    [`post ${root}/{id}/levels`]: {
        rule,
        about: async (fixtures) => ({
            ...(await judged(fixtures)),
            json: { levels: [{ criterion_id: 'debugging', level: 'strong' }] }
        })
    },
    [`post ${root}/{id}/override`]: {
        rule,
        about: async (fixtures) => ({
            ...(await judged(fixtures)),
            json: { criterion_id: 'debugging', level: 'strong', reason: 'It names the tool.' }
        })
    },
    [`post ${root}/{id}/judge-again`]: { rule, about: notRead },
    [`post ${root}/{id}/decide`]: { rule, about: judged },
    [`get ${root}/{id}/candidate-data`]: {
        rule,
        about: async (fixtures) => ({ params: { id: await draft(fixtures) } })
    },
    [`post ${root}/{id}/erase`]: {
        rule: holding('ss_council_admin', 'ss_admin_all'),
        about: async (fixtures) => ({ params: { id: await draft(fixtures, someone()) } })
    },
    'post /rest/svc/v1/retention/confirm': { rule: holding('ss_admin_all'), about: unconfirmed },
    'get /rest/svc/v1/mentions': { rule: holding('ss_council_admin', 'ss_admin_all') },
    'post /rest/svc/v1/mentions/decide': {
        rule: holding('ss_council_admin', 'ss_admin_all'),
        about: doubted
    },
    'get /screens/mentions': { rule: pageHolding('ss_council_admin', 'ss_admin_all') },
    'get /screens/retention': { rule: pageHolding('ss_council_admin', 'ss_admin_all') },
    'get /screens/{id}/data': { rule: pageHolding('council_screen'), about: judged },
    'get /screens': { rule: pageHolding('council_screen') },
    'get /screens/compare': { rule: pageHolding('council_screen') },
    'get /screens/invite': { rule: pageHolding('council_screen') },
    'get /screens/invite/list': { rule: pageHolding('council_screen') },
    'post /screens/invite/list': {
        rule: pageHolding('council_screen'),
        about: () => ({ form: { list: 'name,email' } })
    },
    'get /screens/{id}': { rule: pageHolding('council_screen'), about: judged },
    'post /screens/{id}': {
        rule: pageHolding('council_screen'),
        about: async (fixtures) => ({ params: (await judged(fixtures)).params, form: { do: 'look' } })
    },
    'get /rest/svc/v1/credits': {
        rule: holding('ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support')
    }
};

const byToken = knowing('token');
const byKey = knowing('key');
const consent = { consent: '1' };
const answer = { criterion: 'debugging', text: 'I reproduced it first.' };

/** A link or a key is all that is asked for, whoever brings it. */
export const candidates: Table = {
    'get /screen/{token}': { rule: byToken, about: invitation() },
    'post /screen/{token}/start': { rule: byToken, done: 303, about: invitation(consent) },
    'post /screen/{token}/answer': { rule: byToken, done: 303, about: visit(answer) },
    'post /screen/{token}/submit': { rule: byToken, done: 303, about: visit({}) },
    'post /screen/{token}/person': { rule: byToken, done: 303, about: visit({}) },
    'get /screen/demo/{key}': {
        rule: byKey,
        about: async (fixtures) => ({ params: await demoKey(fixtures) })
    },
    'post /screen/demo/{key}/start': {
        rule: byKey,
        done: 303,
        about: async (fixtures) => ({ params: await demoKey(fixtures), form: consent })
    },
    'post /screen/demo/{key}/answer': { rule: byKey, done: 303, about: demonstration(answer) },
    'post /screen/demo/{key}/submit': { rule: byKey, done: 303, about: demonstration({}) }
};

/** Somebody who was erased may be meant in a trace. */
async function doubted(fixtures: Fixtures): Promise<About> {
    const { store, now } = fixtures.testApp;
    const screenId = await draft(fixtures, someone());
    const traits = { name: 'Someone', email: '', texts: [], doubts: [{ in: 'traces', key: screenId }] };
    await store.write((tx) =>
        tx.insert(erasures).values({ screenId, at: now(), by: 'test', traits, searchedAt: now() })
    );
    return { json: { id: `traces:${screenId}`, choice: 'keep' } };
}

/** As in a store that an earlier version has made. */
async function unconfirmed({ testApp: { store } }: Fixtures): Promise<About> {
    await store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    return {};
}

/** Nobody else goes with whoever is erased. */
const someone = () => ({ name: 'Someone', email: `${randomUUID()}@example.test` });

async function draft(fixtures: Fixtures, candidate = person(1)) {
    const { store, now } = fixtures.testApp;
    const sage = await findSage(store.read, (await fixtures.provedSage()).id);
    if (!sage) throw new Error('the sage is gone');
    const made = { candidate, cost: 1, by: fixtures.stranger.id, at: now() };
    return (await store.write((tx) => createScreen(tx, sage, made))).id;
}

async function invited(fixtures: Fixtures) {
    const { store, now } = fixtures.testApp;
    const id = await draft(fixtures);
    const invitation = { secret: secrets.links, days: 14, at: now() };
    const { token } = await store.write((tx) => inviteCandidate(tx, id, invitation));
    return { id, token };
}

async function judged(fixtures: Fixtures) {
    const id = await draft(fixtures);
    await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], { status: 'ss_evaluated' }));
    return { params: { id }, json: { decision: 'advanced' } };
}

/** A screen that the software could not read. */
async function notRead(fixtures: Fixtures): Promise<About> {
    const id = await draft(fixtures);
    const to = { status: 'ss_evaluated', verdict: unread } as const;
    await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], to));
    return { params: { id }, json: {} };
}

function invitation(form?: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { token } = await invited(fixtures);
        return { params: { token }, ...(form && { form }) };
    };
}

/** A candidate who has begun. */
function visit(form: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { store, now } = fixtures.testApp;
        const { token } = await invited(fixtures);
        const screen = await findByLink(store.read, token);
        if (!screen) throw new Error('the link opens nothing');
        await store.write((tx) => startScreen(tx, screen, { minutes: 60, notice: null, at: now() }));
        return { params: { token }, form };
    };
}

async function demoKey(fixtures: Fixtures): Promise<{ key: string }> {
    const { store, now } = fixtures.testApp;
    const { id } = await fixtures.provedSage();
    const { demoKey: key } = (await findSage(store.read, id)) ?? { demoKey: null };
    if (key !== null) return { key };
    const by = { name: 'user:0', address: '' };
    await store.write((tx) => changeDemoKey(tx, id, 'toggle', { by, at: now() }));
    return demoKey(fixtures);
}

/** A visitor who has begun: known by a cookie beside the key. */
function demonstration(form: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { store, now } = fixtures.testApp;
        const params = await demoKey(fixtures);
        const sage = await findSage(store.read, (await fixtures.provedSage()).id);
        if (!sage) throw new Error('the sage is gone');
        const token = randomUUID();
        await store.write((tx) => startDemo(tx, sage, { token, minutes: 60, notice: null, at: now() }));
        return { params, form, cookie: `svc_demo=${token}` };
    };
}
