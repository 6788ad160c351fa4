// The forms of the profile page. All post to one action. Address and password have separate forms, because a request
// that changes one of them changes nothing else.
import { capabilitiesOf } from '../../../../db/accounts/capabilities.ts';
import type { UserRow } from '../../../../db/accounts/users.ts';
import { area, field, select } from '../../../surfaces/pages/form-controls.ts';
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

/** Messages for people, for the fields whose message in JSON has less detail than a page can show. */
export const words = {
    first_name: 'Use 100 characters or fewer.',
    last_name: 'Use 100 characters or fewer.',
    display_name: 'Enter a name of up to 100 characters.',
    bio: 'Use 5,000 characters or fewer.',
    candidate_message: 'Use 2,000 characters or fewer.',
    phone: number,
    whatsapp: number,
    linkedin: 'Enter an address that starts with https:// or http://.',
    email: 'Enter a valid email address, such as name@example.com.'
};

/** The same by the code of a refusal that is about no field. */
export const wordsByCode = {
    too_large: 'The picture is too large. Choose one of up to 2 MB.'
};

/** The value of a field, as typed last or as stored, and its error. */
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
            ${field({ ...input('display_name', 'displayName'), label: 'Display name', autocomplete: 'nickname', maxlength: 100 })}
            ${field({ ...input('first_name', 'firstName'), label: 'First name', autocomplete: 'given-name', maxlength: 100, optional: true })}
            ${field({ ...input('last_name', 'lastName'), label: 'Last name', autocomplete: 'family-name', maxlength: 100, optional: true })}
            ${area({ ...input('bio', 'bio'), label: 'About you', maxlength: 5000, rows: 4 })}
            ${field({ ...input('phone', 'phone'), label: 'Phone', help: 'Include the country code, such as +44 20 7946 0958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('whatsapp', 'whatsapp'), label: 'WhatsApp', help: 'A number, or a link such as https://wa.me/442079460958', type: 'tel', autocomplete: 'tel', maxlength: 100, optional: true })}
            ${field({ ...input('linkedin', 'linkedin'), label: 'LinkedIn', help: 'https://www.linkedin.com/in/…', type: 'url', autocomplete: 'url', maxlength: 300, optional: true })}
            ${area({ ...input('candidate_message', 'candidateMessage'), label: 'Message to candidates', help: 'Candidates of your sages see this and your name before they start.', maxlength: 2000, rows: 4 })}
            ${reviewMailsOf(form)}
            ${csvSeparatorOf(form)}
            <button type="submit">Save</button>
        </form>`;
}

/** Only for users who review. */
function reviewMailsOf({ user, typed }: Form) {
    const value = typed['review_mails'] ?? user.reviewMails;
    if (!capabilitiesOf(user).includes('council_screen')) return undefined;
    return select({
        name: 'review_mails',
        label: 'Email me when candidates wait for my review',
        help: 'About sages that you own or review. At once means that all answers of 10 minutes are in one email.',
        options: reviewMailWords,
        value
    });
}

const reviewMailWords = {
    at_once: 'At once',
    daily: 'Once a day, at 8:00',
    never: 'Never'
} satisfies Record<UserRow['reviewMails'], string>;

const csvSeparatorOf = ({ user, typed }: Form) =>
    select({
        name: 'csv_separator',
        label: 'CSV files for my spreadsheet',
        help: 'If a file that you download opens in one column, choose the other one.',
        options: separatorWords,
        value: typed['csv_separator'] ?? user.csvSeparator
    });

const separatorWords = {
    comma: 'Commas and decimal points: 1250.50',
    semicolon: 'Semicolons and decimal commas: 1250,50'
} satisfies Record<UserRow['csvSeparator'], string>;

/** The picture has a separate form: a picture that is too large is refused unread, together with the rest of its form. */
export function pictureForm({ user, typed, wrong, start, avatarUrl, gravatar }: Form) {
    const chosen = typed['avatar_type'] ?? user.avatarType;
    const error = wrong?.field === 'avatar_upload' ? wrong.message : undefined;
    return html`<img class="avatar" src="${avatarUrl}" width="96" height="96" alt="Your picture as others see it" />
        ${start}
            <fieldset><legend>Profile picture</legend>${kindsOf(gravatar, chosen)}</fieldset>
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

export function emailForm(form: Form) {
    const input = inputOf(form);
    return html`${form.start}
            ${field({ ...input('email', 'email'), label: 'Email address', help: 'We email a confirmation link to the new address and a notice to the old one. The change takes effect when you open the link.', type: 'email', autocomplete: 'email', maxlength: 254 })}
            <button type="submit">Change the address</button>
        </form>`;
}

export function passwordForm({ user, wrong, start }: Form) {
    const error = (name: string) => (wrong?.field === name ? wrong.message : undefined);
    return html`${start}
            ${field({ name: 'login', label: 'Your login', autocomplete: 'username', value: user.login, readonly: true })}
            ${field({ name: 'password', label: 'New password', help: 'At least 8 characters. The change takes effect when you open the link we email you. All your other sessions then end.', type: 'password', autocomplete: 'new-password', error: error('password') })}
            ${field({ name: 'password_confirm', label: 'Repeat new password', type: 'password', autocomplete: 'new-password', error: error('password_confirm') })}
            <button type="submit">Change the password</button>
        </form>`;
}
