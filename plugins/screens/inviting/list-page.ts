// Inviting many: a table is pasted or uploaded, shown with what is wrong in it, and sent only when that is confirmed.
import { randomUUID } from 'node:crypto';
import type { ServerRoute } from '@hapi/hapi';
import { account } from '../../../db/accounts/credits.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { askedBefore, type Candidate, longestList } from '../../../db/screens/lists.ts';
import type { App } from '../../app.ts';
import { textOfFile } from '../../surfaces/http/bodies/csv.ts';
import { draftPage, refusedForm } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { candidatesIn } from './list-route.ts';
import { type Invitees, readInvitees } from './invitees.ts';
import { noSageReady, sagesToInviteFor } from './page.ts';
import { faultList, preview } from './list-preview.ts';
import { sageChoice } from './page.ts';

const page = { path: '/screens/invite/list', scope: ['council_screen'] } as const;

/** 500 names and addresses take a quarter of it. */
const largestFile = 192 * 1024;

type Form = Readonly<Record<string, unknown>>;

export const listPages = (app: App): ServerRoute[] => [
    consolePage(app, {
        ...page,
        id: 'showInvitationList',
        description: 'Shows the form to upload a list of candidates.',
        show: (_, visit) => show(app, visit)
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
    again: (request, h, flash) =>
        refusedForm(app, request, h, {
            path: page.path,
            flash,
            show: (visit, form) => show(app, visit, form)
        })
});

async function show(app: App, visit: PageContext, form: Form = {}): Promise<View> {
    const ready = await sagesToInviteFor(app, visit);
    const sage = ready.find(({ id }) => String(id) === form['sage_id']);
    const { list, wrong } = await listIn(form, visit);
    const isWhole = list !== undefined && list.faults.length === 0;
    const shown = isWhole && sage ? await previewOf(visit, { sage, list, form }) : undefined;
    return {
        title: 'Invite a list',
        crumbs: [
            { word: 'Candidates', href: '/screens' },
            { word: 'Invite a candidate', href: '/screens/invite' }
        ],
        styles: ['screens.css'],
        problem: problem(wrong, ''),
        body:
            ready.length === 0
                ? noSageReady()
                : html`${list && !isWhole && faultList(list)} ${shown}
                    ${upload({ ready, form, isFirst: shown === undefined })}`
    };
}

interface Previewed {
    sage: Parameters<typeof preview>[1]['sage'];
    list: Invitees;
    form: Form;
}

async function previewOf(visit: PageContext, { sage, list, form }: Previewed) {
    const { read } = visit.app.store;
    const people = list.people.map(({ row }) => row);
    return preview(visit, {
        sage,
        list,
        known: await askedBefore(read, sage.id, people),
        available: (await account(read)).available,
        key: typeof form['key'] === 'string' ? form['key'] : randomUUID(),
        again: form['again'] === '1'
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

const isCandidate = (row: unknown): row is Candidate =>
    typeof row === 'object' &&
    row !== null &&
    'name' in row &&
    'email' in row &&
    typeof row.name === 'string' &&
    typeof row.email === 'string';

function confirmed({ candidates }: Form): Invitees {
    const rows = candidatesIn(candidates);
    const known = Array.isArray(rows) ? rows.filter(isCandidate) : [];
    const people = known.map(({ name, email }, place) => ({
        line: place + 2, // after the line that names the columns
        row: { name, email }
    }));
    return { people, faults: [], unread: [] };
}

interface Upload {
    ready: readonly { id: number; name: string }[];
    form: Form;
    isFirst: boolean;
}

function upload({ ready, form, isFirst }: Upload): Html {
    const pasted = typeof form['list'] === 'string' && !isFile(form['file']) ? form['list'] : '';
    return html`<section class="narrow">${!isFirst && html`<h2>Use another list</h2>`}
        <p>A table with the columns <strong>name</strong> and <strong>email</strong>, one row per candidate, up to
            ${longestList}. Other columns are ignored. You can check the list before any email is sent.</p>
        <form method="post" action="${page.path}" enctype="multipart/form-data">
            ${sageChoice(ready, form['sage_id'])}
            <label for="file">A CSV file</label><input id="file" name="file" type="file" accept=".csv,text/csv,text/plain" />
            <label for="list">Or paste the table</label>
            <textarea id="list" name="list" rows="8" spellcheck="false" aria-describedby="list-note" placeholder="name,email">
${pasted}</textarea>
            <small id="list-note">Cells are separated by commas, semicolons or tabs.</small>
            <button type="submit" ${!isFirst && { html: 'class="secondary"' }}>Preview list</button></form></section>`;
}
