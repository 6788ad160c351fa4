// The link of a candidate who has not started, for the person who sends it. A response to a form shows it; nothing stores it.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import { findSage, type SageRow } from '../../../db/sages/sages.ts';
import { getScreen, type ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import { bodyOf } from '../../surfaces/http/bodies/index.ts';
import type { Flash } from '../../surfaces/http/form-post.ts';
import { donePage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { doneAt } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { copyButton, copyField } from '../../surfaces/pages/parts/copy.ts';
import { filledMail } from '../../surfaces/pages/parts/mail-link.ts';
import { letterOf } from './letter.ts';

interface Made {
    screen: { id: string };
    link?: string;
}

/** The page in place of a redirect, whose address may not hold the link. `isNew`: after an invitation, by email or without. */
export const linkShown =
    (app: App, isNew = false) =>
    async (request: Request, h: ResponseToolkit, data: object, flash: Flash) => {
        const { screen: made, link } = data as Made;
        if (link === undefined || (isNew && bodyOf(request)['send'] !== 'link'))
            return doneAt(h, invitedPath, 'The candidate is invited.');
        const screen = await getScreen(app.store.read, made.id);
        const sage = await findSage(app.store.read, screen.sageId);
        if (!sage) throw new Error('a screen without its sage');
        const view = await linkPage(app, { screen, sage, link, isNew });
        const page = { path: `/screens/${screen.id}`, flash, show: () => view };
        return (await donePage(app, request, h, page)).code(isNew ? 201 : 200);
    };

interface Shown {
    screen: ScreenRow;
    sage: SageRow;
    link: string;
    isNew: boolean;
}

export const invitedPath = '/screens?state=invited';

async function linkPage(app: App, { screen, sage, link, isNew }: Shown): Promise<View> {
    const { id, candidateName: name, candidateEmail: email, personalLine: line, expiresAt } = screen;
    const { subject, text } = await letterOf(app, sage, { name, line, link });
    const until = expiresAt !== null && ` until ${dateIn(app.zone.name(), expiresAt)}`;
    const filled = filledMail(email, subject, [text, link]);
    return {
        title: `Send ${name} this link`,
        crumbs: [
            { word: 'Candidates', href: '/screens' },
            { word: sage.name, href: `/sages/${sage.id}` }
        ],
        narrow: true,
        styles: ['screens.css'],
        body: html`<section class="box">${copyField({
            id: 'link',
            label: `Link for ${name}`,
            value: link,
            note: html`${isNew && 'No email was sent. '}Anyone with this link can answer as ${name}. They can start${until}. Once they start, no one can see the link here.`
        })}</section>
        <section><label for="message">A message you can send with it</label>
            <textarea id="message" rows="12">
${text}</textarea>
            <div class="acts"><a role="button" href="/screens/${id}">Done</a>${copyButton('message', 'Copy message')}
                <a role="button" class="secondary" href="${filled}">Open in your email program</a></div></section>`
    };
}

interface Listed {
    message: string;
    links: readonly Record<'name' | 'email' | 'link', string>[];
}

/** After a list without a mail server: that nothing was sent, each link, and all of them as one text. */
export const linksShown =
    (app: App) => async (request: Request, h: ResponseToolkit, data: object, flash: Flash) => {
        const { message, links } = data as Listed;
        const all = links.map(({ name, email, link }) => `${name} <${email}>: ${link}`).join('\n');
        const view: View = {
            title: 'Send these links',
            address: invitedPath,
            crumbs: [{ word: 'Candidates', href: '/screens' }],
            narrow: true,
            styles: ['screens.css'],
            body: html`<div class="note wait"><div><strong>${message} Nothing was emailed, because no mail server is set up.</strong>
                Send each candidate their own link: anyone with it can answer as them. You can see it again until they start.</div></div>
            ${links.map(({ name, email, link }, place) => copyField({ id: `link-${place}`, label: name, value: link, note: email }))}
            <section><label for="all">All links as one text</label>
                <textarea id="all" rows="8" readonly>
${all}</textarea>
                <div class="acts"><a role="button" href="${invitedPath}">Done</a>${copyButton('all', 'Copy all')}</div></section>`
        };
        const said = { ...flash, message: '' }; // by the page itself
        return (await donePage(app, request, h, { path: '/screens', flash: said, show: () => view })).code(
            201
        );
    };
