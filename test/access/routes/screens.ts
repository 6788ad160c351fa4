// Screens for the council: each is of a sage of its owner.
import { randomUUID } from 'node:crypto';
import { screenDecisions } from '../../../db/judgement/decisions.ts';
import { createScreen, inviteCandidate } from '../../../db/screens/invitations.ts';
import type { Verdict } from '../../../db/sages/verdicts.ts';
import { moveScreen } from '../../../db/screens/screens.ts';
import { secrets } from '../../support/people/roles.ts';
import { person } from '../../support/fixtures/council.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';
import { activeSage } from './sages.ts';

const root = '/rest/svc/v1/screens';
const override = { criterion_id: 'debugging', level: 'strong', reason: 'It names the tool.' };
const levels = [{ criterion_id: 'debugging', level: 'strong' }];

export const screens: Table = {
    [`get ${root}`]: {
        about: async (fixtures, owner) => ({ query: '?per_page=200', mark: await draftOf(fixtures, owner) })
    },
    [`post ${root}`]: { about: toInvite },
    [`post ${root}/invitations`]: { about: toInviteList },
    [`post ${root}/remind`]: { about: several() },
    [`post ${root}/cancel`]: { about: several() },
    [`post ${root}/assign`]: { about: several({ assigned_to: null }) },
    [`post ${root}/export`]: { about: several() },
    [`get ${root}/{id}`]: { about: draft },
    [`get ${root}/{id}/candidate-data`]: { about: draft },
    [`post ${root}/{id}/invite`]: { about: draft },
    [`post ${root}/{id}/cancel`]: { about: draft },
    [`post ${root}/{id}/remind`]: { about: waiting() },
    [`post ${root}/{id}/link`]: { about: waiting() },
    [`post ${root}/{id}/extend`]: { about: waiting({ json: { hours: 24 } }) },
    [`post ${root}/{id}/levels`]: { about: judged({ json: { levels } }) },
    [`post ${root}/{id}/decide`]: { about: judged({ json: { decision: 'hired' } }) },
    [`post ${root}/{id}/review`]: { about: judged({ json: { levels } }) },
    [`post ${root}/compare`]: { about: ofSeveral },
    [`post ${root}/{id}/undo`]: { about: decided },
    [`post ${root}/{id}/show-findings`]: { about: judged({ json: {} }) },
    [`post ${root}/{id}/override`]: { about: judged({ json: override }) },
    [`post ${root}/{id}/judge-again`]: { about: notRead },
    'get /screens': { about: judged({ query: '?per_page=100' }) },
    'post /screens': { sent: { form: { do: 'look' } } },
    'post /screens/cancel': {
        about: async (fixtures, owner) => ({ form: { [`pick_${await draftOf(fixtures, owner)}`]: '1' } })
    },
    'get /screens/invite': { about: offered },
    'get /screens/invite/list': { about: offered },
    'post /screens/invite/list': {
        about: async (fixtures, owner) => ({
            ...(await offered(fixtures, owner)),
            form: { list: 'name,email' }
        })
    },
    'get /screens/compare': {
        about: async (fixtures, owner) => ({ query: `?sage_id=${(await activeSage(fixtures, owner)).id}` })
    },
    'post /screens/compare': { sent: { form: { do: 'look' } } },
    'get /screens/{id}': { about: judged() },
    'post /screens/{id}': { about: judged({ form: { do: 'look' } }) },
    'get /screens/{id}/data': { about: judged() }
};

/** The verdict where the software could not read. */
const unread: Verdict = {
    findings: [],
    score: null,
    recommendation: 'needs_review',
    prompt_sha256: '0'.repeat(64),
    evaluator: { name: 'evidence', version: '1' },
    fault: 'evaluator_unavailable'
};

/** A screen of a sage of this owner, without an invitation. */
export async function draftOf(fixtures: Fixtures, owner: number, candidate = person(1)) {
    const { store, now } = fixtures.testApp;
    const sage = await activeSage(fixtures, owner);
    const made = { candidate, cost: 0, by: owner, at: now() };
    return (await store.write((tx) => createScreen(tx, sage, made))).id;
}

async function draft(fixtures: Fixtures, owner: number): Promise<About> {
    return { params: { id: await draftOf(fixtures, owner) } };
}

/** An act on several candidates; one that is skipped is no failure. */
function several(more: object = {}) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        json: { ids: [await draftOf(fixtures, owner)], ...more }
    });
}

/** A candidate who was invited, and their link. */
export async function invited(fixtures: Fixtures, owner: number) {
    const { store, now } = fixtures.testApp;
    const id = await draftOf(fixtures, owner);
    const invitation = { secret: secrets.links, days: 14, at: now() };
    const { token } = await store.write((tx) => inviteCandidate(tx, id, invitation));
    return { id, token };
}

function waiting(sent: About = {}) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        params: { id: (await invited(fixtures, owner)).id },
        ...sent
    });
}

/** Among the sages that a candidate can be invited to. */
async function offered(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await activeSage(fixtures, owner);
    return { mark: `<option value=\\"${id}\\"` };
}

async function toInvite(fixtures: Fixtures, owner: number): Promise<About> {
    return { json: { sage_id: (await activeSage(fixtures, owner)).id, candidate: person(1) } };
}

async function toInviteList(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await activeSage(fixtures, owner);
    return { json: { sage_id: id, candidates: [person(1)], key: randomUUID() } };
}

/** The list of those who wait shows the one that has waited longest first. */
function judged(sent: About = {}) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => {
        const id = await draftOf(fixtures, owner);
        const submittedAt = fixtures.testApp.now() - owner;
        const evaluated = { status: 'ss_evaluated', submittedAt } as const;
        await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], evaluated));
        return { params: { id }, ...sent, mark: id };
    };
}

/** Levels for several candidates, here for one. */
async function ofSeveral(fixtures: Fixtures, owner: number): Promise<About> {
    const { mark: id = '' } = await judged()(fixtures, owner);
    return { json: { screens: [{ id, levels }] }, mark: id };
}

/** A candidate on whom the owner has just decided. */
async function decided(fixtures: Fixtures, owner: number): Promise<About> {
    const { store, now } = fixtures.testApp;
    const { params = {} } = await judged()(fixtures, owner);
    const decision = {
        decision: 'not_reviewed',
        decidedBy: owner,
        deciderName: 'Owner',
        screenId: String(params['id']),
        at: now(),
        note: ''
    } as const;
    await store.write((tx) => tx.insert(screenDecisions).values(decision));
    return { params, json: {} };
}

/** A screen that the software could not read. */
async function notRead(fixtures: Fixtures, owner: number): Promise<About> {
    const id = await draftOf(fixtures, owner);
    const to = { status: 'ss_evaluated', verdict: unread } as const;
    await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], to));
    return { params: { id }, json: {} };
}
