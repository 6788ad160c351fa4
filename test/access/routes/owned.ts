// What SAGE_ACCESS=owner narrows beside the sages and builds themselves: screens, templates, contexts, prompts, lists.
import { randomUUID } from 'node:crypto';
import { createContext } from '../../../db/sages/contexts.ts';
import { createSage } from '../../../db/council/edits.ts';
import { findSage, sages } from '../../../db/sages/sages.ts';
import { createScreen, inviteCandidate } from '../../../db/screens/invitations.ts';
import { moveScreen } from '../../../db/screens/screens.ts';
import { secrets } from '../../support/people/roles.ts';
import { person } from '../../support/things/council.ts';
import { unread } from './screens.ts';
import { engineerFields } from '../../support/things/sages.ts';
import type { About, Table } from '../calls.ts';
import { holding, owning, pageHolding, permitted, type Rule } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const bosses = ['ss_council_admin', 'ss_admin_all'] as const;
const hiddenFrom = (rule: Rule) => owning(rule, 404, ...bosses);
const leftOut = (rule: Rule) => owning(rule, 'hidden', ...bosses);
const judges = holding('council_screen');
const council = holding(
    'ss_council_sage',
    'ss_council_admin',
    'council_sage',
    'council_screen',
    'ss_admin_all'
);
const [rest, results] = ['/rest/svc/v1', '/pl/results/{result_id}'];
const templates = hiddenFrom(permitted('council_screen'));
const material = hiddenFrom(permitted('council_sage'));
const seen = { rule: hiddenFrom(judges), about: draft };
const override = { criterion_id: 'debugging', level: 'strong', reason: 'It names the tool.' };
const levels = [{ criterion_id: 'debugging', level: 'strong' }];

export const owned: Table = {
    [`get ${rest}/sages`]: { rule: leftOut(council), about: listed },
    'get /sages': { rule: leftOut({ ...council, by: 'page' }), about: listedOnPage },
    [`get ${rest}/screens`]: { rule: leftOut(judges), about: newScreen },
    [`post ${rest}/screens`]: { rule: hiddenFrom(judges), done: 201, about: toInvite },
    [`post ${rest}/screens/invitations`]: { rule: hiddenFrom(judges), done: 201, about: toInviteList },
    [`get ${rest}/screens/{id}`]: seen,
    [`get ${rest}/screens/{id}/candidate-data`]: seen,
    [`post ${rest}/screens/{id}/invite`]: seen,
    [`post ${rest}/screens/{id}/cancel`]: seen,
    [`post ${rest}/screens/{id}/remind`]: { rule: hiddenFrom(judges), about: invited },
    [`post ${rest}/screens/{id}/extend`]: { rule: hiddenFrom(judges), about: toExtend },
    [`post ${rest}/screens/{id}/levels`]: { rule: hiddenFrom(judges), about: judged({ json: { levels } }) },
    [`post ${rest}/screens/{id}/decide`]: {
        rule: hiddenFrom(judges),
        about: judged({ json: { decision: 'hired' } })
    },
    [`post ${rest}/screens/{id}/override`]: { rule: hiddenFrom(judges), about: judged({ json: override }) },
    [`post ${rest}/screens/{id}/judge-again`]: { rule: hiddenFrom(judges), about: unreadOf },
    'get /screens': {
        rule: leftOut(pageHolding('council_screen')),
        about: async (fixtures, owner) => ({ ...(await judged()(fixtures, owner)), query: '?per_page=100' })
    },
    'get /screens/invite': { rule: leftOut(pageHolding('council_screen')), about: offered },
    'get /screens/invite/list': { rule: leftOut(pageHolding('council_screen')), about: offered },
    'post /screens/invite/list': {
        rule: leftOut(pageHolding('council_screen')),
        about: async (fixtures, owner) => ({ ...(await offered(fixtures, owner)), form: {} })
    },
    'get /screens/compare': {
        rule: hiddenFrom(pageHolding('council_screen')),
        about: async (fixtures, owner) => ({ query: `?sage_id=${(await sageOf(fixtures, owner)).id}` })
    },
    'get /screens/{id}': { rule: hiddenFrom(pageHolding('council_screen')), about: judged() },
    'post /screens/{id}': {
        rule: hiddenFrom(pageHolding('council_screen')),
        about: judged({ form: { do: 'look' } })
    },
    'get /screens/{id}/data': { rule: hiddenFrom(pageHolding('council_screen')), about: judged() },
    'post /_actions/svc_toggle_demo_key': {
        rule: hiddenFrom(holding('ss_admin_all', 'power_user')),
        about: async (fixtures, owner) => ({ form: { sage_id: (await sageOf(fixtures, owner)).id } })
    },
    [`get ${results}`]: { rule: templates, about: ofSage() },
    [`patch ${results}`]: { rule: templates, about: ofSage({ json: { intro: 'Judge with care.' } }) },
    [`get ${results}/versions`]: { rule: templates, about: ofSage() },
    [`get ${results}/versions/{version}`]: { rule: templates, about: ofSage() },
    'get /pl/council-sage/{council_sage_id}/prompt/results': { rule: material, about: ofSage() },
    'get /pl/context/{id}': { rule: material, about: context },
    'get /pl/context/{id}/history': { rule: material, about: context }
};

/** A sage of this owner that may meet candidates: like the proved one in all else. */
async function sageOf(fixtures: Fixtures, ownerId: number) {
    const { store } = fixtures.testApp;
    const proved = await findSage(store.read, (await fixtures.provedSage()).id);
    if (!proved) throw new Error('the sage is gone');
    const { id: _, ...columns } = proved;
    const own = { ...columns, uuid: randomUUID(), demoKey: null, ownerId };
    const [sage] = await store.write((tx) => tx.insert(sages).values(own).returning());
    if (!sage) throw new Error('the sage was not returned');
    return sage;
}

async function listed(fixtures: Fixtures, owner: number): Promise<About> {
    const { id, uuid } = await sageOf(fixtures, owner);
    return { params: { id }, query: '?sort=-made', mark: uuid };
}

async function listedOnPage(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await sageOf(fixtures, owner);
    return { query: '?sort=-made', mark: `/sages/${id}\\"` };
}

/** Among the sages that a candidate can be invited to. */
async function offered(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await sageOf(fixtures, owner);
    return { mark: `<option value=\\"${id}\\"` };
}

async function toInvite(fixtures: Fixtures, owner: number): Promise<About> {
    return { json: { sage_id: (await sageOf(fixtures, owner)).id, candidate: person(1) } };
}

async function toInviteList(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await sageOf(fixtures, owner);
    return { json: { sage_id: id, candidates: [person(1)], key: randomUUID() } };
}

/** A screen that the software could not read. */
async function unreadOf(fixtures: Fixtures, owner: number): Promise<About> {
    const id = await screenOf(fixtures, owner);
    const to = { status: 'ss_evaluated', verdict: unread } as const;
    await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], to));
    return { params: { id }, json: {} };
}

async function screenOf(fixtures: Fixtures, owner: number) {
    const { store, now } = fixtures.testApp;
    const sage = await sageOf(fixtures, owner);
    const made = { candidate: person(1), cost: 0, by: owner, at: now() };
    return (await store.write((tx) => createScreen(tx, sage, made))).id;
}

async function draft(fixtures: Fixtures, owner: number): Promise<About> {
    return { params: { id: await screenOf(fixtures, owner) } };
}

async function newScreen(fixtures: Fixtures, owner: number): Promise<About> {
    return { query: '?per_page=200', mark: await screenOf(fixtures, owner) };
}

async function invited(fixtures: Fixtures, owner: number): Promise<About> {
    const { store, now } = fixtures.testApp;
    const id = await screenOf(fixtures, owner);
    const invitation = { secret: secrets.links, days: 14, at: now() };
    await store.write((tx) => inviteCandidate(tx, id, invitation));
    return { params: { id } };
}

async function toExtend(fixtures: Fixtures, owner: number): Promise<About> {
    return { ...(await invited(fixtures, owner)), json: { hours: 24 } };
}

/** The list of those who wait shows the one that has waited longest first. */
function judged(sent: Pick<About, 'json' | 'form'> = {}) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => {
        const id = await screenOf(fixtures, owner);
        const submittedAt = fixtures.testApp.now() - owner;
        const evaluated = { status: 'ss_evaluated', submittedAt } as const;
        await fixtures.testApp.store.write((tx) => moveScreen(tx, id, ['ss_draft'], evaluated));
        return { params: { id }, ...sent, mark: id };
    };
}

/** A sage's template, and its prompt. */
function ofSage(more: About = {}) {
    return async ({ testApp: { store, now } }: Fixtures, by: number): Promise<About> => {
        const sage = await store.write((tx) => createSage(tx, engineerFields, { by, at: now() }));
        const params = { result_id: sage.resultsId ?? '', version: 1, council_sage_id: sage.uuid };
        return { params, ...more };
    };
}

/** A context that a sage of this owner uses. */
async function context({ testApp: { store, now } }: Fixtures, by: number): Promise<About> {
    const body = { name: 'How we work', context: 'Calmly.', summary: '' };
    const id = await store.write(async (tx) => {
        const { id } = await createContext(tx, body, now());
        await createSage(tx, { ...engineerFields, contextIds: [id] }, { by, at: now() });
        return id;
    });
    return { params: { id } };
}
