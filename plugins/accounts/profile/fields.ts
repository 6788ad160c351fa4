// The fields of svc_update_profile, and what they change.
import Joi from 'joi';
import { type PlainColumn, plainColumns, type ProfileChanges } from '../../../db/accounts/profiles.ts';
import {
    avatarTypes,
    csvSeparators,
    newsMails,
    reviewMails,
    type UserRow
} from '../../../db/accounts/users.ts';
import {
    accountEmail,
    formInteger,
    freeText,
    identifier,
    lines,
    oneLine,
    typedPassword
} from '../../surfaces/http/fields.ts';
import { phonePattern } from './phone.ts';
import { inColumns, type Wire } from '../../shared/wire.ts';

export interface ProfileForm extends Partial<Wire<Pick<UserRow, PlainColumn>>> {
    user_id: number;
    email?: string;
    password?: string;
    password_confirm?: string;
    current_password?: string;
    avatar_upload?: Buffer | '';
    reset_tour?: '1' | '';
    reset_checklist?: '1' | '';
}

const text = (most: number) => freeText.allow('').max(most);
const nameOrNone = oneLine(100).allow('').id('PersonName');
const phone = text(100).pattern(phonePattern, 'a phone number of 3 to 15 digits').id('Phone');
const ticked = Joi.valid('1', '');

/** An absent field stays unchanged; an empty one is cleared, where that makes sense. */
export const profileFields = {
    user_id: formInteger.required(),
    first_name: nameOrNone,
    last_name: nameOrNone,
    display_name: oneLine(100).trim().min(1),
    email: accountEmail,
    bio: lines(5000),
    phone,
    linkedin: text(300).custom(webAddress).description('Any http or https address.'),
    whatsapp: phone,
    candidate_message: lines(2000),
    password: identifier.allow('').max(1000),
    password_confirm: text(1000),
    current_password: typedPassword
        .allow('')
        .description('Sent by the page: where it is sent with an address, it must be right.'),
    avatar_type: Joi.valid(...avatarTypes),
    avatar_upload: Joi.binary().strict().allow(''), // strict: a text is not a file
    review_mails: Joi.valid(...reviewMails).description(
        'When you are emailed about candidates who wait for your review.'
    ),
    work_mails: Joi.valid(...newsMails).description(
        'Whether you are emailed about work for you: enquiries, deals to approve.'
    ),
    outcome_mails: Joi.valid(...newsMails).description(
        'Whether you are emailed about what became of your deals.'
    ),
    csv_separator: Joi.valid(...csvSeparators).description(
        'What separates the cells of the CSV files that you download. With a semicolon, numbers have a decimal comma.'
    ),
    reset_tour: ticked,
    reset_checklist: ticked
};

/** The fields that the page fills in again after a refusal. user_id is one of them, so that no other user sees them. */
export const shownAgain = Object.keys(profileFields).filter(
    (name) => !/password|^avatar_upload|^reset_/.test(name)
);

/** Stored as a browser parses it. A URL with a password in it, or a login that looks like a host, is refused. */
function webAddress(value: string, helpers: Joi.CustomHelpers) {
    const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
    const isPlain = url?.username === '' && url.password === '' && url.href.length <= 300;
    return isPlain ? url.href : helpers.message({ custom: '{#label} must be an http or https address' });
}

/** The changes that are saved immediately: all but address, password and picture. */
export function changesOf(form: ProfileForm): ProfileChanges {
    const sent = inColumns(form);
    const plain = plainColumns.filter((name) => sent[name] !== undefined);
    return {
        ...Object.fromEntries(plain.map((name) => [name, sent[name]])),
        ...(form.avatar_upload && { avatarType: 'upload' }),
        ...(form.reset_tour === '1' && { tourDoneAt: null }),
        ...(form.reset_checklist === '1' && { checklist: [] })
    };
}
