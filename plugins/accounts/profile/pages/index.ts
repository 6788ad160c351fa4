// The profile: a page for each of its parts, with one thing to do on it.
import type { ServerRoute } from '@hapi/hapi';
import { listWaiting } from '../../../../db/accounts/pending-changes.ts';
import { listSessionsOf } from '../../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../../db/accounts/users.ts';
import type { App } from '../../../app.ts';
import { policyWith } from '../../../surfaces/http/security-headers.ts';
import { consolePage } from '../../../surfaces/pages/console/page.ts';
import type { View } from '../../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { hidden, problem, area, field, select } from '../../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../../surfaces/pages/form-posts.ts';
import { postForm } from '../../../surfaces/pages/parts/post-form.ts';
import { html, type Part, type Html } from '../../../surfaces/pages/layout.ts';
import { dateIn } from '../../../surfaces/pages/dates.ts';
import { avatarUrl, gravatarHost, isGravatar } from '../avatar.ts';
import { capabilitiesOf, holdsAny } from '../../../../db/accounts/capabilities.ts';
import { sellers } from '../../../../db/sales/deals.ts';
import { formView } from '../../../shared/form-view.ts';
import { onWire, wireName } from '../../../shared/wire.ts';
import { plainColumns } from '../../../../db/accounts/profiles.ts';

export const profilePages = (app: App): ServerRoute[] =>
    tabs.map((tab) =>
        consolePage(app, {
            id: tab.id,
            path: tab.path,
            description: tab.description,
            show: async (_, visit) => {
                const user = await getUserById(app.store.read, visit.actor.id);
                return profileView(visit, { tab, user, body: await parts[tab.name](visit, user) });
            }
        })
    );

/** The sections of each page. */
const parts: Record<Tab['name'], (visit: PageContext, user: UserRow) => Part | Promise<Part>> = {
    about: (visit, user) => aboutForm(formOf(visit, user)),
    picture: (visit, user) => pictureForm(formOf(visit, user)),
    email: async (visit, user) => [await waitingOf(visit, user, 'email'), emailForm(formOf(visit, user))],
    password: async (visit, user) => [
        await waitingOf(visit, user, 'password'),
        passwordForm(formOf(visit, user))
    ],
    sessions: async (visit) => {
        const { store, now } = visit.app;
        return sessionList(visit, await listSessionsOf(store.read, visit.actor, now()));
    }
};

interface Shown {
    tab: Tab;
    user: UserRow;
    body: Part;
}

function profileView({ app, flash }: PageContext, { tab, user, body }: Shown): View {
    const wrong = fieldErrorsIn(flash, words, wordsByCode);
    return {
        title: 'Your profile',
        narrow: true,
        tabs: profileTabs(tab),
        problem: problem(wrong?.message, anchorOf(wrong?.field)),
        body: html`${body}`,
        policy: isGravatar(user, app.config) ? policyWith({ 'img-src': gravatarHost }) : undefined
    };
}

function formOf({ app: { config }, flash, nonces }: PageContext, user: UserRow) {
    // Several people may share a browser: a user must not see the values that another one has typed.
    const typed = flash?.typed['user_id'] === String(user.id) ? flash.typed : {};
    const values = { ...onWire(user, ...plainColumns, 'email'), ...typed };
    const { input, errorAt } = formView<string>(flash, { words, byCode: wordsByCode, values });
    const nonce = nonces['svc_frontend_nonce'] ?? '';
    const start = html`<form method="post" action="${config.paths.ajax}?action=svc_update_profile" enctype="multipart/form-data">
        ${hidden({ action: 'svc_update_profile', nonce, user_id: user.id })}`;
    return { user, input, errorAt, start, avatarUrl: avatarUrl(user, config), gravatar: config.gravatar };
}

/** The visible field that the problem links to; an empty text for a hidden one. */
const anchorOf = (field = '') => (field in words || field.includes('password') ? field : '');

/** The pending changes of this kind, whose link was not followed yet. */
async function waitingOf({ app: { store, zone, now }, actor }: PageContext, user: UserRow, kind: string) {
    const waiting = await listWaiting(store.read, actor.id, now());
    return waiting
        .filter((change) => change.kind === kind)
        .map((change) => waitingNotice(change, user, zone.name()));
}

type Session = Awaited<ReturnType<typeof listSessionsOf>>[number];

/** Where a user is logged in, and the way out of each. */
const sessionList = (visit: PageContext, sessions: readonly Session[]) =>
    html`<p>Devices where you are signed in. Sign out any you do not recognise.</p>
        <ul class="rows">${sessions.map((session) => sessionRow(visit, session))}</ul>
        ${sessions.length > 1 && postForm(visit, { to: { rest: '/sessions/revoke-others' }, body: html`<button type="submit" class="secondary">Sign out everywhere else</button>` })}`;

function sessionRow(visit: PageContext, { id, agent, createdAt, isCurrent }: Session): Html {
    const name = deviceName(agent);
    const body = html`<button type="submit" class="quiet" aria-label="Sign out ${name}">Sign out</button>`;
    return html`<li>
        <p><strong>${name}</strong> ${isCurrent && html`<span class="badge">this browser</span>`}<br />
            <small>since ${dateIn(visit.app.zone.name(), createdAt)}</small></p>
        ${!isCurrent && postForm(visit, { to: { rest: `/sessions/${id}/revoke` }, body })}
    </li>`;
}

const programs: [sign: RegExp, name: string][] = [
    [/\bEdgA?\//, 'Edge'],
    [/\bOPR\//, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
    [/\bSafari\//, 'Safari']
];

const systems: [sign: RegExp, name: string][] = [
    [/\biPhone\b/, 'an iPhone'],
    [/\biPad\b/, 'an iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'a Mac'],
    [/\bLinux\b/, 'Linux']
];

/** The browser and its system, or the start of the User-Agent of an unknown program. */
export function deviceName(agent: string) {
    const named = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1];
    const program = named(programs) ?? (agent.slice(0, 40).trim() || 'An unknown program');
    const system = named(systems);
    return system ? `${program} on ${system}` : program;
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/** A pending change of address or password, whose emailed link was not followed yet. */
function waitingNotice({ kind, newEmail, expiresAt }: Waiting, { email }: UserRow, timeZone: string) {
    const until = dateIn(timeZone, expiresAt);
    const text =
        kind === 'email'
            ? html`Confirm your new email address <strong>${newEmail ?? ''}</strong> with the link we sent to it, by ${until}.
                Until then we use <strong>${email}</strong>.`
            : html`Confirm your new password with the link we sent to <strong>${email}</strong>, by ${until}.
                Until then your old password works.`;
    return html`<p class="notice">${text}</p>`;
}

type Form = ReturnType<typeof formOf>;

const number = 'Enter a number of 3 to 15 digits, such as +44 20 7946 0958 ext. 5, or a wa.me link.';

/** Messages for people, for the fields whose message in JSON has less detail than a page can show. */
const words = {
    first_name: 'Use 100 characters or fewer.',
    last_name: 'Use 100 characters or fewer.',
    display_name: 'Enter a name of up to 100 characters.',
    bio: 'Use 5,000 characters or fewer.',
    candidate_message: 'Use 2,000 characters or fewer.',
    phone: number,
    whatsapp: number,
    linkedin: 'Enter an address that starts with https:// or http://.',
    email: 'Enter a valid email address, such as name@example.com.',
    current_password: 'This is not your current password. Enter it again.'
};

/** The same by the code of a refusal that is about no field. */
const wordsByCode = {
    too_large: 'The picture is too large. Choose one of up to 2 MB.'
};

function aboutForm(form: Form) {
    const { input, start } = form;
    return html`${start}
            ${field({ ...input('display_name'), label: 'Display name', autocomplete: 'nickname', maxlength: 100 })}
            ${field({ ...input('first_name'), label: 'First name', autocomplete: 'given-name', maxlength: 100, optional: true })}
            ${field({ ...input('last_name'), label: 'Last name', autocomplete: 'family-name', maxlength: 100, optional: true })}
            ${area({ ...input('bio'), label: 'About you', maxlength: 5000, rows: 4 })}
            ${field({ ...input('phone'), label: 'Phone', help: 'Include the country code, such as +44 20 7946 0958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('whatsapp'), label: 'WhatsApp', help: 'A number, or a link such as https://wa.me/442079460958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('linkedin'), label: 'LinkedIn', help: 'https://www.linkedin.com/in/…', type: 'url', autocomplete: 'url', maxlength: 300, optional: true })}
            ${area({ ...input('candidate_message'), label: 'Message to candidates', help: 'Candidates of your sages see this and your name before they start.', maxlength: 2000, rows: 4 })}
            ${reviewMailsOf(form)}
            ${newsMailsOf(form)}
            ${csvSeparatorOf(form)}
            <button type="submit">Save</button>
        </form>`;
}

/** Only for users who review. */
function reviewMailsOf({ user, input }: Form) {
    if (!capabilitiesOf(user).includes('council_screen')) return undefined;
    return select({
        ...input('review_mails'),
        label: 'Email me when candidates wait for my review',
        help: 'About sages that you own or review. At once means that all answers of 10 minutes are in one email.',
        options: reviewMailWords
    });
}

/** Only for users who sell. */
function newsMailsOf({ user, input }: Form) {
    if (!holdsAny(capabilitiesOf(user), sellers)) return undefined;
    const choice = (name: string, label: string) => select({ ...input(name), label, options: newsMailWords });
    return html`${choice('work_mails', 'Email me about work for me: enquiries, deals to approve')}
        ${choice('outcome_mails', 'Email me about what became of my deals')}`;
}

const newsMailWords = {
    soon: 'Within 10 minutes, several in one email',
    never: 'Never'
} satisfies Record<UserRow['workMails'], string>;

const reviewMailWords = {
    at_once: 'At once',
    daily: 'Once a day, at 8:00',
    never: 'Never'
} satisfies Record<UserRow['reviewMails'], string>;

const csvSeparatorOf = ({ input }: Form) =>
    select({
        ...input('csv_separator'),
        label: 'CSV files for my spreadsheet',
        help: 'If a file that you download opens in one column, choose the other one.',
        options: separatorWords
    });

const separatorWords = {
    comma: 'Commas and decimal points: 1250.50',
    semicolon: 'Semicolons and decimal commas: 1250,50'
} satisfies Record<UserRow['csvSeparator'], string>;

/** The picture has a separate form: a picture that is too large is refused unread, together with the rest of its form. */
function pictureForm({ input, errorAt, start, avatarUrl, gravatar }: Form) {
    const error = errorAt('avatar_upload');
    return html`<img class="avatar" src="${avatarUrl}" width="96" height="96" alt="Your picture as others see it" />
        ${start}
            <fieldset><legend>Profile picture</legend>${kindsOf(gravatar, input('avatar_type').value)}</fieldset>
            <label for="avatar_upload">Upload a picture</label>
            <input id="avatar_upload" name="avatar_upload" type="file" accept="image/jpeg,image/png,image/webp"
                aria-describedby="avatar_upload-note" ${error && { html: 'aria-invalid="true"' }} />
            <small id="avatar_upload-note">${error ?? 'JPEG, PNG or WebP, up to 2 MB. Metadata such as location is removed.'}</small>
            <button type="submit">Save the picture</button>
        </form>`;
}

function kindsOf(gravatar: boolean, chosen: string) {
    const kinds = {
        default: 'My initials',
        upload: 'A picture that I upload',
        ...(gravatar && { gravatar: 'My picture at Gravatar' })
    };
    return Object.entries(kinds).map(
        ([kind, label]) => html`<label for="avatar_type_${kind}">
            <input id="avatar_type_${kind}" name="avatar_type" type="radio" value="${kind}" ${kind === chosen && { html: 'checked' }} />
            ${label}</label>`
    );
}

function emailForm({ input, errorAt, start }: Form) {
    return html`${start}
            ${field({ ...input('email'), label: 'Email address', help: 'We email a confirmation link to the new address and a notice to the old one. The change takes effect when you open the link.', type: 'email', autocomplete: 'email', maxlength: 254 })}
            ${field({ name: 'current_password', label: 'Your current password', type: 'password', autocomplete: 'current-password', error: errorAt('current_password') })}
            <button type="submit">Change the address</button>
        </form>`;
}

function passwordForm({ user, errorAt, start }: Form) {
    return html`${start}
            ${field({ name: 'login', label: 'Your login', autocomplete: 'username', value: user.login, readonly: true })}
            ${field({ name: 'password', label: 'New password', help: 'At least 8 characters. The change takes effect when you open the link we email you. All your other sessions then end.', type: 'password', autocomplete: 'new-password', error: errorAt('password') })}
            ${field({ name: 'password_confirm', label: 'Repeat new password', type: 'password', autocomplete: 'new-password', error: errorAt('password_confirm') })}
            <button type="submit">Change the password</button>
        </form>`;
}

const tabs = [
    {
        name: 'about',
        path: '/profile',
        word: 'About you',
        id: 'showProfile',
        description: 'Shows your profile.'
    },
    {
        name: 'picture',
        path: '/profile/picture',
        word: 'Picture',
        id: 'showProfilePicture',
        description: 'Shows your picture.'
    },
    {
        name: 'email',
        path: '/profile/email',
        word: 'Email address',
        id: 'showProfileEmail',
        description: 'Shows your email address.'
    },
    {
        name: 'password',
        path: '/profile/password',
        word: 'Password',
        id: 'showProfilePassword',
        description: 'Shows the form for a new password.'
    },
    {
        name: 'sessions',
        path: '/profile/sessions',
        word: 'Sessions',
        id: 'showProfileSessions',
        description: 'Shows your sessions.'
    }
] as const;
type Tab = (typeof tabs)[number];

const profileTabs = ({ path: here }: Tab) =>
    tabs.map(({ word, path }) => ({ word, href: path, isHere: path === here }));

/** The fields by which a form of each part is known. */
const fieldsOf: Partial<Record<Tab['name'], readonly string[]>> = {
    about: plainColumns.filter((name) => name !== 'avatarType').map(wireName),
    picture: ['avatar_type', 'avatar_upload'],
    email: ['email'],
    password: ['password']
};

/** The page of a form. One that was refused unread for its size can only have brought a picture. */
export function pageOfForm(form: Readonly<Record<string, unknown>>, code: string) {
    const found = tabs.find(({ name }) => fieldsOf[name]?.some((field) => field in form));
    if (!found && code === 'too_large') return '/profile/picture';
    return found?.path ?? '/profile';
}
