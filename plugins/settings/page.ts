// The settings pages: each topic with its state and what one can do, such as a test of the service that it names; and the environment.
import type { ServerRoute } from '@hapi/hapi';
import { currencyOf } from '../../db/installation/installation.ts';
import { decisionMailsIn, toldDecisions } from '../../db/judgement/decision-mails.ts';
import {
    type SettingName,
    settingNames,
    type Settings,
    settingsIn,
    settingsOf,
    variables
} from '../../db/record/settings.ts';
import { candidateStates } from '../../words/states/candidates.ts';
import { settingStates } from '../../words/states/settings.ts';
import type { App } from '../app.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { type Live, live } from '../surfaces/pages/console/live.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import { nameOf, settingsScope, settingsTabs } from '../shared/settings-view.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { addressIn } from '../surfaces/pages/parts/address.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { filters } from '../surfaces/pages/parts/filters.ts';
import { table } from '../surfaces/pages/parts/table.ts';
import { freeText } from '../surfaces/http/fields.ts';

export const settingsPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showSettings',
        path: '/settings',
        description: 'Shows the current settings and tests them.',
        scope: settingsScope,
        navigation: { word: 'Settings' },
        show: (_, visit) => showSettings(visit)
    });

/** A topic in a row. */
interface Topic {
    id: string;
    title: string;
    says: Part;
    /** What follows it. */
    live?: Live | undefined;
    state?: keyof typeof settingStates;
    act?: Part;
}

async function showSettings(visit: PageContext): Promise<View> {
    const topics = [
        ...(await storedTopics(visit)),
        await decisionMails(visit),
        mailServer(visit),
        model(visit),
        await backups(visit),
        storage(visit)
    ];
    return {
        title: 'Settings',
        tabs: settingsTabs(visit),
        body: html`<ul class="rows topics">${topics.map(row)}</ul>${await standing(visit)}`,
        live: topics.flatMap(({ live }) => live ?? [])
    };
}

const row = ({ id, title, says, live, state, act }: Topic) =>
    html`<li id="${id}"><div><b>${title}</b><small>${says}</small>${live?.html}</div>
        ${state && stateBadge(settingStates[state])} ${act}</li>`;

const edit = (href: string, what: string) =>
    html`<a role="button" class="secondary" href="${href}" aria-label="Edit: ${what}">Edit</a>`;

const button = (visit: PageContext, what: string, word: string, fields = {}) =>
    postForm(visit, {
        to: { rest: `/settings/${what}` },
        fields,
        body: html`<button type="submit" class="secondary">${word}</button>`
    });

async function storedTopics(visit: PageContext): Promise<Topic[]> {
    const { organisation, keepCandidatesDays: days } = await settingsOf(visit.app);
    const { name, contact, language, timeZone } = organisation;
    const due = pageAt(visit.request.server, '/screens/retention');
    return [
        {
            id: 'organisation',
            title: 'Organisation',
            says: [
                name ?? 'No name: candidates see the address of this server',
                contact ?? 'no contact',
                timeZone
            ].join(', '),
            state: name === undefined ? 'missing' : 'set',
            act: edit('/settings/organisation', 'Organisation')
        },
        {
            id: 'candidates',
            title: 'Language and candidate data',
            says: html`${nameOf(language)}. ${
                days === 0
                    ? 'Candidate data is stored until someone deletes it.'
                    : `Candidate data is deleted ${pluralize(days, 'day')} after the decision.`
            } ${due !== undefined && html`<a href="${due}">Due for deletion</a>`}`,
            state: days === 0 ? 'off' : 'on',
            act: edit('/settings/candidates', 'Language and candidate data')
        }
    ];
}

async function decisionMails({ app }: PageContext): Promise<Topic> {
    const mails = await decisionMailsIn(app.store.read);
    const on = toldDecisions.filter((one) => mails[one].sends).map((one) => candidateStates[one].en.label);
    return {
        id: 'decisions',
        title: 'Emails to candidates',
        says: on.length === 0 ? 'Decisions are not emailed.' : `Emailed decisions: ${on.join(', ')}`,
        state: on.length === 0 ? 'off' : 'on',
        act: edit('/settings/decision-mails', 'Emails to candidates')
    };
}

function mailServer(visit: PageContext): Topic {
    const { url } = visit.app.config.mail;
    const says =
        url === undefined
            ? 'No mail server is set up. Emails are stored here and not sent.'
            : `${new URL(url).hostname}. A test email is sent to ${visit.actor.email}.`;
    return {
        id: 'mail',
        title: 'Email server',
        says,
        state: url === undefined ? 'missing' : 'set',
        act: button(visit, 'mail-test', 'Send test email')
    };
}

function model(visit: PageContext): Topic {
    const { llm } = visit.app.config;
    const about = { id: 'model', title: 'Language model' };
    if (!llm)
        return {
            ...about,
            says: 'The built-in evaluator highlights passages, and people give the levels.',
            state: 'none'
        };
    return {
        ...about,
        says: `${llm.model}, run by ${llm.operator}. The test sends questions, one and several at a time. It can take a minute.`,
        state: 'set',
        act: button(visit, 'evaluator-test', 'Test model')
    };
}

function storage(visit: PageContext): Topic {
    const { names } = visit.request.server.plugins.storage;
    const forms = names.map((alias) =>
        button(visit, 'storage-test', names.length === 1 ? 'Test storage' : `Test ${alias}`, { alias })
    );
    return {
        id: 'storage',
        title: 'Storage',
        says: html`For agents. The test writes a small file, <code>sage-council-test.txt</code>.`,
        act: html`<div class="acts">${forms}</div>`
    };
}

type State = Awaited<ReturnType<PageContext['app']['backups']['state']>>;

/** Polls while a backup is created. */
async function backups(visit: PageContext): Promise<Topic> {
    const state = await visit.app.backups.state();
    const { failed, last, making } = state;
    return {
        id: 'backups',
        title: 'Backups',
        says: 'A backup contains all data, stored objects and secrets. Keep the folder private and on another disk.',
        live: live({
            id: 'backups-now',
            path: visit.request.path,
            isRunning: making !== undefined,
            body: html`<small>${facts(visit, state)}</small>${making && progress(making)}`
        }),
        state: failed ? 'failed' : last ? 'on' : 'missing',
        act: making ? undefined : button(visit, 'backup', 'Back up now')
    };
}

function facts({ app }: PageContext, { last, nextAt, failed, sentTo }: State) {
    const clock = clockOf(app);
    const size = last?.bytes === undefined ? '' : `, ${sizeOf(last.bytes)}`;
    const next =
        nextAt === undefined
            ? html`not scheduled (<a href="/settings/environment?q=BACKUP">environment</a>)`
            : moment(Math.max(nextAt, clock.now), clock);
    return html`Last: ${last ? html`${moment(last.madeAt, clock)}${size}` : 'no backup yet'}. Next: ${next}.
        ${sentTo !== undefined && html`Sent to: ${sentTo}.`}
        ${failed && html`Failed ${moment(failed.at, clock)}: ${failed.why}`}`;
}

function progress({ done, of }: NonNullable<State['making']>) {
    return progressBar({
        label: 'Backup in progress',
        value: done,
        max: Math.max(1, of),
        words: `${sizeOf(done)} of about ${sizeOf(of)}`
    });
}

/** For the page of the settings. */
async function standing({ app, request }: PageContext) {
    const { config, store } = app;
    const { version, node } = config.program;
    const clock = clockOf(app);
    const { started } = request.server.info;
    const place = config.database ? 'in PostgreSQL' : 'in the data folder';
    return html`<section id="installation"><h2>This server</h2><dl class="facts">
        <dt>Version</dt><dd>${version}, on Node ${node}</dd>
        <dt>Data</dt><dd>${sizeOf(await store.size())}, ${place}</dd>
        ${started > 0 && html`<dt>Started</dt><dd>${moment(started, clock)}</dd>`}</dl></section>`;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `12.3 MB`: of thousands, as disks are sold. */
function sizeOf(bytes: number) {
    const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
    const value = bytes / 1000 ** power;
    return `${value.toFixed(power > 0 && value < 100 ? 1 : 0)} ${units[power] ?? ''}`;
}

type InForce = Awaited<ReturnType<typeof allInForce>>[number];

/** The settings in force, also those that pages change and setup chose. */
export async function allInForce({ store, config }: App) {
    const stored = await settingsIn(store.read, config);
    const byVariable = new Map<string, Settings[SettingName]>(
        settingNames.map((name) => [variables[name], stored[name]])
    );
    const currency = config.currency === undefined && (await currencyOf(store.read));
    if (currency) byVariable.set('CURRENCY', { value: currency, source: 'page', changed: undefined });
    return config.inForce.map((one) => {
        const { value = '', source } = byVariable.get(one.name) ?? {};
        return source === 'page' ? { ...one, value, isSet: true, source } : one;
    });
}

export const environmentPage = (app: App): ServerRoute =>
    consolePage<{ q?: string }>(app, {
        id: 'showEnvironment',
        path: '/settings/environment',
        description: 'Shows the settings of the environment, those that are set first.',
        scope: settingsScope,
        query: { q: freeText.trim().max(200) },
        show: showEnvironment
    });

async function showEnvironment({ q = '' }: { q?: string }, visit: PageContext): Promise<View> {
    const all = await allInForce(visit.app);
    const isSet = ({ source }: InForce) => source === 'environment' || source === 'file';
    const found = all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
    const rows = [...found.filter(isSet), ...found.filter((one) => !isSet(one))];
    return {
        title: 'Environment',
        crumbs: [{ word: 'Settings', href: '/settings' }],
        tabs: settingsTabs(visit),
        body: html`<p>${all.filter(isSet).length} of ${all.length} are set. The environment is read when the service starts: change it there, then restart. Secrets are never shown.</p>
            ${filters(addressIn(visit.request), [{ name: 'q', label: 'Find a setting' }])}
            ${
                rows.length === 0
                    ? emptyState({ says: 'No settings match this search.' })
                    : table({
                          caption: 'Environment',
                          columns: [
                              { title: 'Setting', cell: ({ name }) => html`<code>${name}</code>` },
                              { title: 'Value', cell: valueOf },
                              { title: 'From', cell: ({ source }) => sourceWords[source], minor: true }
                          ],
                          rows
                      })
            }`
    };
}

const sourceWords = {
    default: 'default',
    environment: 'environment',
    file: 'a file',
    page: 'the settings pages, or setup'
} as const;

function valueOf({ value, isSecret, isSet }: InForce): Part {
    if (!isSet) return html`<small>not set</small>`;
    return isSecret ? html`<small>set, not shown</small>` : (value ?? '');
}
