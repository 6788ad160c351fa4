// The settings page: the values in force, with tests of the services that they name.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../app.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { table } from '../surfaces/pages/parts/table.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import { settingsScope, settingsTabs } from '../shared/settings-view.ts';
import { backups } from './backups.ts';
import { groupOf, groups } from './groups.ts';
import { sentMail } from './sent-mail.ts';
import { standing } from './standing.ts';

type SettingInForce = App['config']['inForce'][number];

interface Query {
    mail?: string;
}

export const settingsPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showSettings',
        path: '/settings',
        description: 'Shows the current settings and tests them.',
        scope: settingsScope,
        navigation: {
            word: 'Settings',
            tour: 'Current settings, tests for email, model and storage, banners, and content for agents.'
        },
        query: { mail: Joi.string().guid() },
        show: showSettings
    });

async function showSettings({ mail }: Query, visit: PageContext): Promise<View> {
    const { inForce } = visit.app.config;
    const followed = await sentMail(visit, mail);
    const backup = await backups(visit);
    const tries: Readonly<Record<string, Part>> = {
        mail: html`${mailTry(visit)} ${followed?.html}`,
        model: modelTry(visit),
        storage: storageTries(visit),
        backups: backup.html,
        work: toRetention(visit)
    };
    const sections = groups.map(({ id, title }) =>
        group({ id, title, rows: inForce.filter(({ name }) => groupOf(name)?.id === id), tried: tries[id] })
    );
    return {
        title: 'Settings',
        tabs: settingsTabs(visit),
        body: html`${await standing(visit)}
            <p>Settings come from environment variables. Change them there and restart. Secrets are never shown.</p>
            ${sections}`,
        live: [backup, ...(followed ? [followed] : [])]
    };
}

interface Shown {
    id: string;
    title: string;
    rows: readonly SettingInForce[];
    tried: Part;
}

const group = ({ id, title, rows, tried }: Shown): Html =>
    html`<section id="${id}"><h2>${title}</h2>${tried}${table({
        caption: title,
        columns: [
            { title: 'Setting', cell: ({ name }) => html`<code>${name}</code>` },
            { title: 'Value', cell: valueOf },
            { title: 'From', cell: ({ source }) => sourceWords[source], minor: true }
        ],
        rows
    })}</section>`;

const sourceWords = { default: 'default', environment: 'environment', file: 'a file' } as const;

function valueOf({ value, isSecret, isSet }: SettingInForce): Part {
    if (!isSet) return html`<small>not set</small>`;
    return isSecret ? html`<small>set, not shown</small>` : (value ?? '');
}

const mailTry = (visit: PageContext) =>
    postForm(visit, {
        to: { rest: '/settings/mail-test' },
        body: html`<p>${
            visit.app.config.mail.url === undefined
                ? 'No mail server is set up. Emails are stored here and not sent.'
                : `Send a test email to ${visit.actor.email}.`
        }</p><button type="submit" class="secondary">Send test email</button>`
    });

function modelTry(visit: PageContext) {
    const { llm } = visit.app.config;
    if (!llm)
        return html`<p>No language model. The built-in evaluator highlights passages, and people give the levels.</p>`;
    return postForm(visit, {
        to: { rest: '/settings/evaluator-test' },
        body: html`<p>${llm.model}, run by ${llm.operator}. Send test questions, one and several at a time, to check the answers,
            the features of its server and the time for one candidate. This can take a minute.</p><button type="submit" class="secondary">Test model</button>`
    });
}

function storageTries(visit: PageContext) {
    const { names } = visit.request.server.plugins.storage;
    const forms = names.map((alias) =>
        postForm(visit, {
            to: { rest: '/settings/storage-test' },
            fields: { alias },
            body: html`<button type="submit" class="secondary">Write to ${alias}</button>`
        })
    );
    return html`<p>Write a small test file (<code>sage-council-test.txt</code>) to check that agents can write here.</p>
        <div class="acts">${forms}</div>`;
}

function toRetention({ app: { config }, request }: PageContext) {
    const href = pageAt(request.server, '/screens/retention');
    const days = config.keepCandidatesDays;
    if (href === undefined) return undefined;
    return html`<p>${
        days === 0
            ? 'Candidate data is stored until someone deletes it.'
            : `Candidate data is deleted ${pluralize(days, 'day')} after the decision.`
    } <a href="${href}">Due for deletion</a></p>`;
}
