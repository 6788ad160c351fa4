// Inviting somebody by mail.
import type { ServerRoute } from '@hapi/hapi';
import { roleNames } from '../../../db/accounts/capabilities.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { field, problem } from '../../surfaces/pages/form-controls.ts';
import { wrongIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { accessFields } from './access-fields.ts';

export const newPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showNewUser',
        path: '/people/new',
        description: 'Shows the form that invites somebody.',
        scope: administrators,
        show: (_, visit) => Promise.resolve(showNew(visit))
    });

const words = {
    login: 'A login has up to 60 plain letters, digits and . _ @ + -',
    email: 'This is no email address.',
    display_name: 'A name has up to 200 characters, in one line.'
};

function showNew(visit: Visit): View {
    const { flash, app } = visit;
    const wrong = wrongIn(flash, words);
    const text = (name: keyof typeof words) => ({
        name,
        value: flash?.typed[name],
        error: wrong?.field === name ? wrong.message : undefined
    });
    const kept = !app.config.mail.url;
    return {
        title: 'Invite somebody',
        crumbs: [{ word: 'People', href: '/people' }],
        narrow: true,
        problem: problem(wrong?.message, wrong && wrong.field in words ? wrong.field : ''),
        body: html`<p>They get a mail with a link, good for three days, by which they choose their password.
                ${kept && html`<strong>There is no mail server yet:</strong> the mail is kept here, and nobody gets it. Read its link among the mails and hand it over.`}</p>
            ${postForm(visit, {
                to: { rest: '/users' },
                body: html`${field({ ...text('email'), label: 'Email address', type: 'email', autocomplete: 'off', maxlength: 254 })}
                    ${field({ ...text('login'), label: 'Login', help: 'What they log in with, beside their address. It stays.', autocomplete: 'off', maxlength: 60 })}
                    ${field({ ...text('display_name'), label: 'Name', help: 'As colleagues read it. They can change it.', autocomplete: 'off', optional: true })}
                    ${accessFields({ role: roleNames.find((one) => one === flash?.typed['role']) ?? 'reviewer', grants: [] })}
                    <button type="submit">Invite them</button>`
            })}`
    };
}
