// The forms of the profile page. All post to one action. Address and password have separate forms, because a request
// that changes one of them changes nothing else.
import type { UserRow } from '../../../../db/accounts/users.ts';
import { area, field } from '../../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';

export interface Form {
    user: UserRow;
    /** The values that were typed and refused. */
    typed: Readonly<Record<string, string>>;
    wrong: { field: string; message: string } | undefined;
    /** The opening tag and the hidden fields of every form. */
    start: Html;
    avatarUrl: string;
    gravatar: boolean;
}

const number = 'Enter a number of 3 to 15 digits, such as +44 20 7946 0958 ext. 5, or a wa.me link.';
const picture = 'Please choose a JPEG, PNG or WebP picture of at most 2 MB.';

/** Messages for people, for the fields whose message in JSON says less than a page can. */
export const words = {
    first_name: 'This is too long: 100 characters fit.',
    last_name: 'This is too long: 100 characters fit.',
    display_name: 'Please give a name of at most 100 characters.',
    bio: 'This is too long: 5,000 characters fit.',
    candidate_message: 'This is too long: 2,000 characters fit.',
    phone: number,
    whatsapp: number,
    linkedin: 'Enter an address that starts with https:// or http://.',
    email: 'This is not an email address.',
    avatar_upload: picture
};

/** The same by the code of a refusal that is about no field. */
export const wordsByCode = {
    too_large: 'That is too large. A picture may hold at most 2 MB.'
};

/** The value of a field, as typed last or as stored, and its mistake. */
function inputOf({ user, typed, wrong }: Form) {
    return (name: string, kept: keyof UserRow) => ({
        name,
        value: typed[name] ?? String(user[kept]),
        error: wrong?.field === name ? wrong.message : undefined
    });
}

export function aboutForm(form: Form) {
    const input = inputOf(form);
    return html`${form.start}
            ${field({ ...input('display_name', 'displayName'), label: 'Name that others see', autocomplete: 'nickname', maxlength: 100 })}
            ${field({ ...input('first_name', 'firstName'), label: 'First name', autocomplete: 'given-name', maxlength: 100, optional: true })}
            ${field({ ...input('last_name', 'lastName'), label: 'Last name', autocomplete: 'family-name', maxlength: 100, optional: true })}
            ${area({ ...input('bio', 'bio'), label: 'A few words about you', maxlength: 5000, rows: 4 })}
            ${field({ ...input('phone', 'phone'), label: 'Phone', help: 'With the code of the country: +44 20 7946 0958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('whatsapp', 'whatsapp'), label: 'WhatsApp', help: 'A number, or a link such as https://wa.me/442079460958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('linkedin', 'linkedin'), label: 'LinkedIn', help: 'https://www.linkedin.com/in/…', type: 'url', autocomplete: 'url', maxlength: 300, optional: true })}
            ${area({ ...input('candidate_message', 'candidateMessage'), label: 'Message to candidates', help: 'Whoever is invited to a sage of yours reads it, with your name, before they begin.', maxlength: 2000, rows: 4 })}
            <button type="submit">Save</button>
        </form>`;
}

/** The picture has a separate form: a picture that is too large is refused unread, together with the rest of its form. */
export function pictureForm({ user, typed, wrong, start, avatarUrl, gravatar }: Form) {
    const chosen = typed['avatar_type'] ?? user.avatarType;
    const error = wrong?.field === 'avatar_upload' ? wrong.message : undefined;
    return html`<img class="avatar" src="${avatarUrl}" width="96" height="96" alt="Your picture as others see it" />
        ${start}
            <fieldset><legend>What others see</legend>${kindsOf(gravatar, chosen)}</fieldset>
            <label for="avatar_upload">Picture to upload</label>
            <input id="avatar_upload" name="avatar_upload" type="file" accept="image/jpeg,image/png,image/webp"
                aria-describedby="avatar_upload-note" ${error && { html: 'aria-invalid="true"' }} />
            <small id="avatar_upload-note">${error ?? 'JPEG, PNG or WebP, at most 2 MB. Data that your camera wrote into the file is removed.'}</small>
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

export function emailForm(form: Form) {
    const input = inputOf(form);
    return html`${form.start}
            ${field({ ...input('email', 'email'), label: 'Email address', help: 'A new address counts once you follow the link that is mailed to it. A notice is mailed to the old address.', type: 'email', autocomplete: 'email', maxlength: 254 })}
            <button type="submit">Change the address</button>
        </form>`;
}

export function passwordForm({ user, wrong, start }: Form) {
    const error = (name: string) => (wrong?.field === name ? wrong.message : undefined);
    return html`${start}
            ${field({ name: 'login', label: 'Your login', autocomplete: 'username', value: user.login, readonly: true })}
            ${field({ name: 'password', label: 'New password', help: 'At least 8 characters. The new password counts once you follow the link that is mailed to you; every other session then ends.', type: 'password', autocomplete: 'new-password', error: error('password') })}
            ${field({ name: 'password_confirm', label: 'New password, once more', type: 'password', autocomplete: 'new-password', error: error('password_confirm') })}
            <button type="submit">Change the password</button>
        </form>`;
}
