// Inviting many: a table is pasted or uploaded, corrected where it is wrong, and sent only when that is confirmed.
import { randomUUID } from 'node:crypto';
import type { ServerRoute } from '@hapi/hapi';
import { account } from '../../../db/accounts/credits.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { askedBefore } from '../../../db/screens/invitations.ts';
import { longestList } from '../../../db/screens/lists.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { textOfFile } from '../../surfaces/http/bodies/csv.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import type { Form, FormPost } from '../../surfaces/http/form-post.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { linksShown } from './link-page.ts';
import { candidatesIn } from './list-route.ts';
import { type Invitees, judged, readInvitees } from './invitees.ts';
import { type Choice, forSage, inviteView, sageChoice, sagesToInviteFor } from './page.ts';
import { preview } from './list-preview.ts';

const page = { path: '/screens/invite/list', scope: ['council_screen'] } as const;

/** 500 names and addresses take a quarter of it. */
const largestFile = 2304 * 1024;

export const listPages = (app: App): ServerRoute[] => [
    consolePage<{ sage_id?: number }>(app, {
        ...page,
        ...forSage,
        id: 'showInvitationList',
        description: 'Shows the form to upload a list of candidates.',
        show: ({ sage_id }, visit) => show(app, visit, {}, sage_id)
    }),
    draftPage(app, {
        ...page,
        id: 'showInvitationPreview',
        description: 'Checks a list of candidates before the invitation. Saves nothing.',
        files: true,
        maxBytes: largestFile,
        show: (_, visit, form) => show(app, visit, form)
    })
];

/** A list that was refused comes back as it was confirmed. */
export const listForms = (app: App): FormPost => ({
    backTo: (_, done) => (done ? '/screens?state=invited' : page.path),
    again: true,
    ...(app.config.mail.url === undefined && { once: linksShown(app) })
});

async function show(app: App, visit: PageContext, form: Form, id?: number): Promise<View> {
    const choice = await sagesToInviteFor(app, visit, id);
    const sage = choice.ready.find((one) => String(one.id) === form['sage_id']);
    const { list, wrong } = await listIn(form, visit);
    const inputs = upload({ choice, form, isFirst: !list });
    if (!list || !sage) {
        const view = inviteView(visit, choice, page.path, () => inputs);
        return { ...view, problem: problem(wrong, '') };
    }
    const shown = await previewOf(visit, { sage, list, form });
    return {
        ...inviteView(visit, { ...choice, named: sage }, page.path, () => undefined),
        title: 'Check the list',
        problem: problem(wrong, ''),
        body: html`${shown}<details class="fold"><summary>Use another list</summary>${inputs}</details>`
    };
}

interface Previewed {
    sage: SageRow;
    list: Invitees;
    form: Form;
}

async function previewOf(visit: PageContext, { sage, list, form }: Previewed) {
    const { read } = visit.app.store;
    return preview(visit, {
        sage,
        list,
        known: await askedBefore(read, sage.id, list.rows),
        available: (await account(read)).available,
        key: typed(form, 'key') || randomUUID(),
        again: form['again'] === '1',
        line: typed(form, 'personal_line')
    });
}

interface Listed {
    list?: Invitees;
    /** Why there is none. */
    wrong?: string | undefined;
}

/** The list that the form holds: confirmed before, in a file, or pasted. */
async function listIn(form: Form, { flash }: PageContext): Promise<Listed> {
    if ('candidates' in form) return { list: confirmed(form), wrong: flash?.message };
    if (!('list' in form)) return {};
    try {
        const { file } = form;
        return {
            list: await readInvitees(isFile(file) ? textOfFile(file) : String(form['list']))
        };
    } catch (error) {
        if (error instanceof Refusal) return { wrong: error.message };
        throw error;
    }
}

/** Without a chosen file there is no content. */
const isFile = (file: unknown): file is Buffer => file instanceof Buffer && file.length > 0;

function confirmed(form: Form): Invitees {
    const rows: unknown = candidatesIn(form);
    const known = Array.isArray(rows) ? rows.slice(0, longestList).map((row) => Object(row) as Form) : [];
    return {
        rows: judged(known.map((row) => ({ name: typed(row, 'name'), email: typed(row, 'email') }))),
        unread: []
    };
}

interface Upload {
    choice: Choice;
    form: Form;
    isFirst: boolean;
}

function upload({ choice, form, isFirst }: Upload): Html {
    const pasted = typeof form['list'] === 'string' && !isFile(form['file']) ? form['list'] : '';
    return html`<form method="post" action="${page.path}" enctype="multipart/form-data">
        ${sageChoice(choice, form['sage_id'])}
        <label for="list">Paste names and addresses</label>
        <textarea id="list" name="list" rows="8" spellcheck="false" aria-describedby="list-note" placeholder="Ada Example, ada@example.com">
${pasted}</textarea>
        <small id="list-note">One person in a line, straight from a spreadsheet, up to ${longestList}. A header is not needed.
            With one, only the columns <strong>name</strong> and <strong>email</strong> are read.</small>
        <label for="file">Or choose a CSV file</label><input id="file" name="file" type="file" accept=".csv,text/csv,text/plain" />
        <div class="acts"><button type="submit" ${!isFirst && { html: 'class="secondary"' }}>Continue</button></div></form>`;
}
