// Inviting many: a table is pasted or uploaded, corrected where it is wrong, and sent only when that is confirmed.
import { randomUUID } from 'node:crypto';
import type { ServerRoute } from '@hapi/hapi';
import { account } from '../../../db/accounts/credits.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { askedBefore, addressOf } from '../../../db/screens/invitations.ts';
import { longestList } from '../../../db/screens/lists.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { textOfFile } from '../../surfaces/http/bodies/csv.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { problem, tick } from '../../surfaces/pages/form-controls.ts';
import type { Form, FormPost } from '../../surfaces/http/form-post.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { lackNote, lackOfCredits } from '../../shared/spending.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { invitedPath, linksShown } from './link-page.ts';
import { candidatesIn } from './list-route.ts';
import { type Invitees, judged, readInvitees, type Invitee } from './invitees.ts';
import { type Choice, forSage, inviteView, sageChoice, sagesToInviteFor, timeToAnswer } from './page.ts';
import { lineField } from './letter.ts';

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
    backTo: (_, done) => (done ? invitedPath : page.path),
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
    const shown = await preview(visit, await previewed(visit, { sage, list, form }));
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

async function previewed({ app }: PageContext, { sage, list, form }: Previewed) {
    const { read } = app.store;
    return {
        sage,
        list,
        known: await askedBefore(read, sage.id, list.rows),
        available: (await account(read)).available,
        key: typed(form, 'key') || randomUUID(),
        again: form['again'] === '1',
        line: typed(form, 'personal_line')
    };
}

type Preview = Awaited<ReturnType<typeof previewed>>;

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

type Counts = Record<'fresh' | 'before', number> & { look: string };

/** The list as it will be sent: first the rows to correct. */
async function preview(visit: PageContext, view: Preview): Promise<Html> {
    const { sage, list, known, available, key } = view;
    const { credits } = visit.app.config.screens;
    const wrong = list.rows.filter((row) => row.wrong);
    const right = list.rows.filter((row) => !row.wrong && !row.isTwin);
    const before = right.filter((row) => known.has(addressOf(row))).length;
    const fresh = right.length - before + wrong.length;
    const lack = await lackOfCredits(visit, (right.length - before) * credits, available);
    const candidates = JSON.stringify(right.map(({ name, email }) => ({ name, email })));
    const body = html`${wrong.length > 0 && toCorrect(wrong.length)}${rowTable(list.rows, known)}
        ${lack && lackNote(lack)} ${await confirmation(visit, view, { fresh, before, look: lack ? 'secondary' : '' })}`;
    return html`${list.unread.length > 0 && html`<p><small>Ignored columns: ${list.unread.join(', ')}.</small></p>`}
        ${postForm(visit, { to: { rest: '/screens/invitations', page: invitedPath }, fields: { sage_id: sage.id, key, candidates }, body })}`;
}

const toCorrect = (count: number) =>
    html`<div class="note bad" role="alert"><div><strong>${count === 1 ? '1 row needs' : `${count} rows need`} a correction.</strong>
        Correct ${count === 1 ? 'it' : 'them'} here, or leave ${count === 1 ? 'it' : 'them'} out.</div></div>`;

async function confirmation({ app }: PageContext, view: Preview, { fresh, before, look }: Counts) {
    const { sage, available, again, line } = view;
    const size = again ? fresh + before : fresh;
    return html`${before > 0 && tick({ name: 'again', label: `Invite again: ${pluralize(before, 'candidate')} invited before`, on: again })}
        ${await lineField(app, line, sage)}
        <div class="acts"><button type="submit" class="${look}">${size > 0 ? `Invite ${peopleIn(size)}` : 'Invite again'}</button></div>
        <p class="soft cost">Costs ${size * app.config.screens.credits} of your ${pluralize(available, 'credit')}. ${timeToAnswer(app.config)}</p>`;
}

const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function rowTable(rows: readonly Invitee[], known: ReadonlySet<string>) {
    const [wrong, right] = [rows.filter((row) => row.wrong), rows.filter((row) => !row.wrong)];
    const about = (row: Invitee) => {
        if (row.isTwin) return 'The same address is in a row above. Left out.';
        return known.has(addressOf(row)) && 'Already invited. Left out unless you tick “Invite again”.';
    };
    return table<Invitee>({
        caption: 'Candidates of the list',
        rows: [...wrong, ...right],
        columns: [
            { title: 'Name', cell: (row) => (row.wrong ? input(row, 'name', wrong.indexOf(row)) : row.name) },
            {
                title: 'Email',
                cell: (row) =>
                    row.wrong
                        ? html`${input(row, 'email', wrong.indexOf(row))}${skip(row, wrong.indexOf(row))}`
                        : html`${row.email}${about(row) && html`<br /><small>${about(row)}</small>`}`
            }
        ]
    });
}

/** Its value is kept as it was typed, also where it is wrong again. */
function input({ wrong, ...row }: Invitee, field: 'name' | 'email', n: number) {
    const id = `${field}_${n}`;
    const says = wrong?.field === field ? wrong.says : undefined;
    const noted = says && html`aria-invalid="true" aria-describedby="${id}-note"`;
    return html`<input id="${id}" name="${id}" value="${row[field]}" aria-label="${field === 'name' ? 'Name' : 'Email'} in row ${n + 1}" autocomplete="off" ${noted} />
        ${says && html`<small id="${id}-note">${says}</small>`}`;
}

const skip = ({ name, email }: Invitee, n: number) =>
    tick({ name: `skip_${n}`, label: `Leave out ${name || email || 'this row'}`, on: false });
