// The page that invites a user by email.
import type { ServerRoute } from '@hapi/hapi';
import { roleNames } from '../../../db/accounts/capabilities.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { unsentNotice } from '../../shared/mail-words.ts';
import { field } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { accessFields, ticked } from './access-fields.ts';
import { formView } from '../../shared/form-view.ts';

export const newPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showNewUser',
        path: '/people/new',
        description: 'Shows the form to invite a user.',
        scope: administrators,
        show: (_, visit) => Promise.resolve(showNew(visit))
    });

const words = {
    login: 'Use up to 60 letters, digits and . _ @ + - in the login.',
    email: 'Enter a valid email address, such as name@example.com.',
    display_name: 'Enter a name in one line of up to 200 characters.'
};

/** A name that is taken is well formed. */
const taken = (says: string) => ({ ...words, login: says, email: says });

function showNew(visit: PageContext): View {
    const { flash, app } = visit;
    const { problem, input } = formView(flash, {
        words: flash?.code === 'wrong_state' ? taken(flash.message) : words
    });
    return {
        title: 'Invite user',
        crumbs: [{ word: 'People', href: '/people' }],
        narrow: true,
        problem,
        body: html`<p>We email them a link to choose a password. It is valid for three days.</p>${unsentNotice(app)}
            ${postForm(visit, {
                to: { rest: '/users' },
                body: html`${field({ ...input('email'), label: 'Email address', type: 'email', maxlength: 254 })}
                    ${field({ ...input('login'), label: 'Login', help: 'Used to sign in, like the email address. You cannot change it later.', maxlength: 60 })}
                    ${field({ ...input('display_name'), label: 'Name', help: 'Shown to colleagues. They can change it later.', optional: true })}
                    ${accessFields({ role: roleNames.find((one) => one === flash?.typed['role']) ?? 'reviewer', grants: ticked(flash?.typed ?? {}) })}
                    <button type="submit">Send invitation</button>`
            })}`
    };
}
